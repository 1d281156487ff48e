/** Compares the events that the platform lists as stored (`--stored`) with those that it accepted. */
import { setTimeout as pause } from 'node:timers/promises'
import { isFields } from '../kit/shapes.ts'
import type { Client } from './client.ts'
import type { Ledger } from './expected.ts'
import type { CheckName, Findings } from './findings.ts'

type Stored = { uuid: string; correction: number; plate_number?: string; is_void?: boolean }
type StoredOptions = {
  readonly url: string
  readonly token: string | undefined
  readonly patience_ms: number
  readonly client: Client
  readonly findings: Findings
  readonly ledger: Ledger
}

const stored_checks: readonly CheckName[] = [
  'stored',
  'stored_once',
  'stored_highest',
  'stored_plate',
  'stored_void',
  'stored_test',
]
const again_ms = 250

/** Marks each of these checks as not shown. */
export const storedNotShown = (findings: Findings, why: string): void =>
  stored_checks.forEach((check) => findings.notShown(check, why))

/**
 * Polls until every accepted event is listed, because a platform may store an event a moment after its
 * answer.
 */
export async function checkStored(options: StoredOptions): Promise<void> {
  const { url, token, patience_ms, client, findings, ledger } = options
  const end = performance.now() + patience_ms
  const began = ledger.events.length
  for (;;) {
    let stored: Stored[]
    try {
      stored = readStored(await client.get(url, token))
    } catch (error) {
      return storedNotShown(findings, `${url}: ${error instanceof Error ? error.message : String(error)}`)
    }
    const known = new Set(stored.map(({ uuid, correction }) => `${uuid} ${correction}`))
    const complete = ledger.events.every(({ uuid, correction }) => known.has(`${uuid} ${correction}`))
    if (complete || performance.now() > end) {
      if (began === 0) return storedNotShown(findings, 'no event was taken')
      return compare(stored, ledger, findings)
    }
    await pause(again_ms)
  }
}

/** A list, or a list as `data` or `data.list` of an envelope; throws a sentence. */
function readStored(value: unknown): Stored[] {
  const data = isFields(value) ? value['data'] : value
  const list = isFields(data) ? data['list'] : data
  if (!Array.isArray(list)) throw new Error('it answers no list')
  return list.map((one: unknown) => {
    if (!isFields(one) || typeof one['uuid'] !== 'string') throw new Error('an entry has no uuid')
    const { uuid, correction, plate_number, void: is_void } = one
    return {
      uuid: uuid.toLowerCase(),
      correction: typeof correction === 'number' ? correction : 0,
      ...(typeof plate_number === 'string' && { plate_number }),
      ...(typeof is_void === 'boolean' && { is_void }),
    }
  })
}

function compare(stored: readonly Stored[], { events, tests }: Ledger, findings: Findings): void {
  for (const check of stored_checks) findings.notShown(check, 'the list does not say it')
  for (const check of ['stored', 'stored_once', 'stored_highest'] as const) findings.ok(check)
  if (tests.size > 0) findings.ok('stored_test')
  const versions = new Map<string, Stored[]>()
  for (const one of stored) versions.set(one.uuid, [...(versions.get(one.uuid) ?? []), one])
  for (const { uuid, correction, plate_number, is_void, what } of events) {
    const found = versions.get(uuid) ?? []
    const highest = found.toSorted((a, b) => b.correction - a.correction)[0]
    const name = `${what} (${uuid})`
    if (!highest) {
      findings.wrong('stored', `${name} was answered as taken and is not stored`)
      continue
    }
    if (new Set(found.map((one) => one.correction)).size < found.length)
      findings.wrong('stored_once', `${name} is stored ${found.length} times`)
    if (highest.correction !== correction)
      findings.wrong('stored_highest', `${name}: correction ${highest.correction} counts, not ${correction}`)
    else if (highest.plate_number === plate_number) findings.ok('stored_plate')
    else if (highest.plate_number !== undefined)
      findings.wrong('stored_plate', `${name}: "${plate_number}" is stored as "${highest.plate_number}"`)
    if (is_void === undefined || highest.is_void === undefined) continue
    if (is_void === highest.is_void) findings.ok('stored_void')
    else if (is_void) findings.wrong('stored_void', `${name} was withdrawn and still counts`)
    else findings.wrong('stored_void', `${name} counts again and is void`, 'loses')
  }
  for (const uuid of tests)
    if (versions.has(uuid)) findings.wrong('stored_test', `the test event ${uuid} is stored`)
}
