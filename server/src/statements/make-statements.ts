/**
 * Creates the daily statements that are due (docs/reconcile.md): counts and uuids of a day with the root of
 * the evidence log, signed by the device. A statement is created once and never changed.
 */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { canonicalJson } from '../core/canonical-json.ts'
import type { Deps } from '../core/deps.ts'
import { dayOf, zoneOfProcess } from '../core/stamp.ts'
import type { ProofLog } from '../proof/proof-log.ts'
import { openDayOf } from '../proof/proof-log.store.ts'
import { empty_edge, leafHash, rootOf, withLeaf } from '../proof/tree.ts'
import { dueDays, type DueDay, type LogDay } from './due-days.ts'
import { countsOf, statementRows } from './statement-rows.ts'
import {
  closedDays,
  insertStatement,
  newestStatement,
  pruneStatements,
  statedDays,
} from './statement.store.ts'

export type StatementNeeds = Pick<Deps, 'db' | 'now' | 'host' | 'version'> & { proof_log: ProofLog }

/**
 * Statements are kept for three years, as long as a claim can be made, and use no more than `max_bytes` of
 * the disk.
 */
const kept_ms = 3 * 366 * 86_400_000
const max_bytes = 256 * 1024 * 1024

/** Creates the statements that are due and returns their days. `isStopped` ends it between two statements. */
export async function makeStatements(
  needs: StatementNeeds,
  isStopped: () => boolean = () => false,
): Promise<string[]> {
  const { proof_log, now } = needs
  await proof_log.caughtUp()
  proof_log.seal()
  const made: string[] = []
  while (!isStopped()) {
    const proof = proof_log.reader()
    const open = openDayOf(proof)
    const newest = newestStatement(proof)
    const closed = closedDays(proof, newest?.last_day ?? 0)
    const [next] = open ? dueDays(closed, open.date, statedDays(proof), now()) : []
    if (!next || !open) break
    await makeStatement(needs, next, closed, open.log_id)
    made.push(next.day)
  }
  if (made.length > 0) pruneStatements(proof_log.reader(), dayOf(now() - kept_ms), max_bytes)
  return made
}

async function makeStatement(
  { db, proof_log, now, host, version }: StatementNeeds,
  due: DueDay,
  closed: readonly LogDay[],
  log_id: string,
): Promise<void> {
  const proof = proof_log.reader()
  const before = newestStatement(proof)
  const { day, from_ms, to_ms, sealed_by } = due
  const since = { before_seq: before?.last_seq ?? 0, stated: statedDays(proof) }
  const { events, changes } = await statementRows({ db, proof }, due, since, closed)
  const counts = countsOf(events)
  const rows = [...events, ...changes].map((row) => leafHash(Buffer.from(canonicalJson(row))))
  const number = (before?.number ?? 0) + 1
  const made_ms = now()
  const last_seq = Math.max(since.before_seq, sealed_by.first_seq + sealed_by.size - 1)
  const payload = canonicalJson({
    v: 1,
    type: 'statement',
    number,
    prev: before?.hash ?? '0'.repeat(64),
    device: { sn: (await host.identity()).host_sn, version },
    day,
    zone: zoneOfProcess(),
    from_ms,
    to_ms,
    made_ms,
    total: events.length,
    counts,
    events,
    changes,
    rows_root: rootOf(rows.reduce(withLeaf, empty_edge)).toString('hex'),
    log: { log_id, day: sealed_by.day, date: sealed_by.date, last_seq },
    root: sealed_by.root,
  })
  const { key_id, signature } = proof_log.key.sign('statement', payload)
  insertStatement(proof, {
    number,
    day,
    made_ms,
    last_day: sealed_by.day,
    last_seq,
    root: sealed_by.root,
    events: events.length,
    changes: changes.length,
    counts: JSON.stringify(counts),
    key_id,
    hash: createHash('sha256').update(payload).digest('hex'),
    packed: gzipSync(payload),
    signature,
  })
}
