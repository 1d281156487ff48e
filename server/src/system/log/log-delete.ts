/**
 * Deletes log rows. A deletion by a user leaves a tombstone. Rows beyond the budget are deleted oldest first.
 */
import type { SingleRun } from '#src/core/flow/single-run.ts'
import type { AuditChain } from '../audit/chain.ts'
import type { LogWriter } from './log-writer.ts'
import { log_type, type Answer, type Body } from '@parking/contract'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#src/core/db.ts'
import type { Deps } from '#src/core/deps.ts'
import { busy, failed } from '#src/core/refusal.ts'
import type { CallContext } from '#src/core/call-context.ts'
import {
  bucketsUpTo,
  countIn,
  deleteRows,
  delete_batch_size,
  deleteSome,
  idsIn,
  hour_ms,
  stored_log_types,
  newestId,
  type Bucket,
  type StoredLogType,
  type Upto,
} from './log.store.ts'

type Needs = CallContext & { audit_chain: AuditChain; log_writer: LogWriter; log_deletion: SingleRun }

/**
 * The client waits 5 s (spec §9). Deleting a million rows on a small box may take longer: it then continues
 * after the answer.
 */
const max_wait_ms = 3_000

/** Returns the number of rows that were deleted or are still being deleted. */
export async function deleteLog(
  { type, end_ms }: Body<'delete_log'>,
  context: Needs,
): Promise<Answer<'delete_log'>> {
  const { db, audit_chain, log_writer, now, log, log_deletion } = context
  if (type === log_type.system)
    throw failed('Unsupported operation: the journal belongs to the operating system')
  await audit_chain.caughtUp()
  if (log_deletion.running) throw deletionRunning()
  log_writer.flush()
  const types: readonly StoredLogType[] = type === log_type.all ? stored_log_types : [type]
  const upto: Upto = { end_ms, newest_id: newestId(db), hour_now: Math.floor(now() / hour_ms) }
  const buckets = bucketsUpTo(db, types, end_ms)
  const deleted = buckets.reduce((sum, bucket) => sum + countIn(db, bucket, upto), 0)
  const links = types.includes(log_type.user) ? audit_chain.prunable(end_ms, upto.newest_id) : []
  // The tombstone is written first: whatever happens next, it records who deleted what.
  const {
    session: { username, roles },
    address,
    request_id,
  } = context
  log_writer.audit('WARNING', `${username} deleted ${deleted} log lines`, {
    what: 'log_deleted',
    facts: { type, end_ms, deleted },
    audit: { who: username, role: roles.join(), address, call: 'delete_log', code: 0, request_id },
  })
  const work = log_deletion
    .run(deletionRunning, async () => {
      audit_chain.head() // links the tombstone before other links lose their content
      audit_chain.notePruned(links, { by: username, act: 'log_deleted', end_ms })
      await deleteAll(db, buckets, upto)
      await audit_chain.prune(links)
    })
    .catch((error: unknown) => log.error({ err: error }, 'logs could not be deleted'))
  const end = new AbortController()
  await Promise.race([work, pause(max_wait_ms, undefined, { signal: end.signal }).catch(() => undefined)])
  end.abort()
  return { deleted }
}

const deletionRunning = () => busy('Logs are being deleted already')

/**
 * Hours with few rows share a transaction, because each commit
 * is a disk sync. Other work runs between transactions.
 */
async function deleteAll(db: Db, buckets: readonly Bucket[], upto: Upto): Promise<void> {
  for (let at = 0; at < buckets.length; await new Promise(setImmediate)) {
    db.transaction(() => {
      for (let deleted = 0; deleted < delete_batch_size;) {
        const bucket = buckets[at]
        if (!bucket) return
        const n = deleteSome(db, bucket, upto, delete_batch_size)
        if (n < delete_batch_size) at++
        deleted += n
      }
    })
  }
}

/** Finishes deletions that a crash has interrupted: rows whose deletion is recorded in the chain. */
export async function finishDeletions({
  db,
  audit_chain,
}: Pick<Deps, 'db'> & { audit_chain: AuditChain }): Promise<void> {
  const { ranges, ids } = audit_chain.unfinished()
  if (ids.length === 0) return
  deleteRows(db, ids)
  await audit_chain.prune(ranges)
}

/** Budget of each log type, so that a flood of one type never takes space from another. */
export type Budget = { rows: number; bytes: number }
export const budgets: Record<StoredLogType, Budget> = {
  1: { rows: 200_000, bytes: 48 * 1024 * 1024 },
  2: { rows: 300_000, bytes: 192 * 1024 * 1024 },
  3: { rows: 400_000, bytes: 64 * 1024 * 1024 },
  4: { rows: 100_000, bytes: 24 * 1024 * 1024 },
}

/** Deletes the oldest rows until each type fits its budget. Returns the number deleted. */
export async function pruneLogs(
  { db, now, audit_chain }: Pick<Deps, 'db' | 'now'> & { audit_chain: AuditChain },
  budget: Record<StoredLogType, Budget> = budgets,
): Promise<number> {
  let deleted = 0
  // User rows last: if their links cannot be written, the other types are still kept within budget.
  for (const type of [...stored_log_types.filter((one) => one !== log_type.user), log_type.user] as const) {
    if (type === log_type.user) await audit_chain.caughtUp()
    const buckets = bucketsUpTo(db, [type], Number.MAX_SAFE_INTEGER)
    let [rows, bytes] = buckets.reduce(([n, size], bucket) => [n + bucket.n, size + bucket.bytes], [0, 0])
    const upto: Upto = {
      end_ms: Number.MAX_SAFE_INTEGER,
      newest_id: Number.MAX_SAFE_INTEGER,
      hour_now: Math.floor(now() / hour_ms),
    }
    for (const bucket of buckets) {
      let left = bucket.n
      while (left > 0 && (rows > budget[type].rows || bytes > budget[type].bytes)) {
        // Deletes no more of an hour than needed, so that a burst does not cost its own newest rows.
        const over = Math.max(
          rows - budget[type].rows,
          Math.ceil((left * (bytes - budget[type].bytes)) / bucket.bytes),
          1,
        )
        const limit = Math.min(delete_batch_size, over)
        const links = type === log_type.user ? audit_chain.notePrunedRows(idsIn(db, bucket, upto, limit)) : []
        const n = deleteSome(db, { ...bucket, n: left }, upto, limit)
        await audit_chain.prune(links)
        if (n === 0) break
        left -= n
        rows -= n
        bytes -= (bucket.bytes * n) / bucket.n
        deleted += n
        await new Promise(setImmediate)
      }
    }
  }
  return deleted
}
