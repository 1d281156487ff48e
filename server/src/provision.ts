/**
 * Provisions a new device (PARKING_PROVISION): makes each given call through its handler, before the first
 * sign-in, and repeats what was not answered until it is.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { calls, code, type CallName } from '@parking/contract'
import type { Part } from './core/part.ts'
import { audit_subjects, handlers } from './handlers.ts'
import { asRefusal, type Refusal } from './core/refusal.ts'
import type { CallContext } from './core/call-context.ts'
import { callsLeft, writeCallsLeft } from './device/provision-progress.store.ts'
import { operationOf } from './http/operation.ts'
import { perform } from './http/serve.ts'
import type { Runtime, RuntimeContext } from './runtime.ts'

type Item = { path: string; body: unknown }
/** `report` gets a sentence for the terminal. */
type Options = { signal?: AbortSignal; report?: (sentence: string) => void }
const [first_wait_ms, max_wait_ms] = [1_000, 600_000]

/**
 * Returns the items of PARKING_PROVISION, a JSON array or the name of a file that contains one. Throws an
 * Error with one sentence.
 */
export function readProvision(text: string): Item[] {
  let items: unknown
  try {
    items = JSON.parse(text.trimStart().startsWith('[') ? text : readFileSync(text, 'utf8'))
  } catch (error) {
    throw new Error(
      `PARKING_PROVISION cannot be read: ${error instanceof Error ? error.message : 'unknown error'}`,
    )
  }
  if (!Array.isArray(items) || !items.every(isItem))
    throw new Error('PARKING_PROVISION must be a JSON array of { "path", "body" }.')
  return items
}

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'body' in value

/**
 * Applies the remaining items if the database is marked for provisioning. An item that was refused for good
 * is logged and skipped; one that was not answered is repeated, and with it what may depend on it.
 */
export async function provision(
  deps: Runtime,
  items: readonly Item[],
  { signal, report }: Options = {},
): Promise<void> {
  let left = callsLeft(deps.db, items.length)
  if (left === undefined) return
  writeCallsLeft(deps.db, left, deps.now())
  for (let round = 1; ; round++) {
    const unanswered: number[] = []
    for (const [position, index] of left.entries()) {
      if (signal?.aborted) return
      const outcome = await apply(deps, items[index]!, { round, after_unanswered: unanswered.length > 0 })
      if (outcome === 'unanswered') unanswered.push(index)
      writeCallsLeft(deps.db, [...unanswered, ...left.slice(position + 1)], deps.now())
    }
    left = unanswered
    if (left.length === 0) break
    report?.(`Setting up the device: ${left.length} of ${items.length} calls wait for an answer.`)
    await wait(Math.min(first_wait_ms * 2 ** (round - 1), max_wait_ms), undefined, { signal }).catch(
      () => undefined,
    )
  }
  report?.(`The device is set up: ${items.length} calls.`)
}

/** Provisions in the background; `stop` waits for the item in progress. */
export function createProvisioning(deps: Runtime, items: readonly Item[]): Part {
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  const report = (sentence: string) => void process.stdout.write(`${sentence}\n`)
  return {
    start() {
      running = provision(deps, items, { signal: stopped.signal, report }).catch((error: unknown) =>
        deps.log.error({ err: error }, 'provisioning failed'),
      )
    },
    async stop() {
      stopped.abort()
      await running
    },
  }
}

/** `after_unanswered`: an earlier item was not answered, on which this one may depend. */
type Attempt = { round: number; after_unanswered: boolean }

async function apply(
  deps: Runtime,
  { path, body }: Item,
  attempt: Attempt,
): Promise<'done' | 'refused' | 'unanswered'> {
  const name = (Object.keys(calls) as CallName[]).find((known) => calls[known].path === path)
  if (name === undefined) {
    deps.log.error({ path }, 'provisioning: unknown call')
    return 'refused'
  }
  const context: RuntimeContext = {
    ...deps,
    session: internal,
    address: 'provisioning',
    call: name,
    request_id: randomUUID(),
  }
  try {
    await perform(operationOf(name, handlers, audit_subjects), body, context)
    deps.log.info({ path }, 'provisioned')
    return 'done'
  } catch (error) {
    const refusal = asRefusal(error)
    const reason = error instanceof Error ? error.message : ''
    if (refusal && isUnanswered(refusal, attempt)) {
      deps.log.warn({ path, reason }, 'provisioning: an item was not answered')
      return 'unanswered'
    }
    deps.log.error({ path, code: refusal?.code, reason }, 'provisioning: an item failed')
    return 'refused'
  }
}

/**
 * Whether the call may succeed later. A sign-in is repeated only twice, because some cameras lock an account
 * after a few wrong passwords.
 */
function isUnanswered(refusal: Refusal, { round, after_unanswered }: Attempt): boolean {
  if (refusal.code === code.not_found) return after_unanswered
  if (refusal.code === code.busy) return true
  return refusal.code === code.failed && (refusal.data?.step !== 'signin' || round < 3)
}

/** The device itself, acting as an administrator. */
const internal: CallContext['session'] = {
  id: '',
  user_id: 0,
  username: 'provisioning',
  roles: ['admin'],
  must_change_password: false,
  fresh_ms: 0,
  expires_ms: 0,
}
