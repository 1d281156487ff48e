/**
 * Disk usage by kind, the retention rules, and the data waiting to be sent. Measured in the background, so
 * that a box with a full disk still answers.
 */
import type { Answer } from '@parking/contract'
import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#src/core/deps.ts'
import { countByStatus, waiting_statuses } from '#src/events/record/event.store.ts'
import { retentionRule } from '#src/retention/retention.store.ts'
import { spaceOf } from '#src/core/files/disk-space.ts'
import { measureData, type DaySizes, type Measured } from './disk-measure.ts'
import { logsInDatabase, waitingPictures } from './disk.store.ts'
import { budgets } from '../log/log-delete.ts'
import { stored_log_types } from '../log/log.store.ts'
import { max_kept } from '../restore/snapshot.ts'

type Status = Answer<'disk_status'>
type Waiting = Pick<Status['waiting'], 'bytes' | 'oldest_ms'>

/**
 * The client waits 5 s (spec §9). After this time the answer holds the count so far, and counting continues.
 */
const max_wait_ms = 2_500
/** How long a count stays valid: longer if it took longer. */
const fresh_ms = (took_ms: number): number => Math.max(3_000, took_ms * 10)

/** The last count of the data folder, and the count in progress. */
export class DiskCount {
  measured: Measured = { kinds: new Map(), days: new Map() }
  waiting: Waiting = { bytes: 0, oldest_ms: null }
  work: Promise<void> | undefined
  /** When the next count is due (performance.now()). */
  until = 0
  readonly days: DaySizes = new Map()
}

type Needs = Pick<Deps, 'db' | 'folder' | 'log'> & { disk_count: DiskCount }

export async function diskStatus(deps: Needs): Promise<Status> {
  const { db, folder, disk_count: count } = deps
  if (!count.work && performance.now() >= count.until) count.work = startCount(deps, count)
  const over = new AbortController()
  await Promise.race([
    count.work,
    wait(max_wait_ms, undefined, { signal: over.signal }).catch(() => undefined),
  ])
  over.abort()
  const { total, free } = await spaceOf(folder)
  const counted = countByStatus(db)
  const by_status = Object.fromEntries(
    waiting_statuses.flatMap((status) =>
      (counted.get(status) ?? 0) > 0 ? [[String(status), counted.get(status) ?? 0]] : [],
    ),
  )
  const events = Object.values(by_status).reduce((sum, n) => sum + n, 0)
  return {
    total,
    free,
    complete: count.work === undefined,
    kinds: kindsOf(deps, count.measured),
    per_day: perDay(count.measured.days),
    retention: retentionOf(deps),
    waiting: { events, by_status, ...(events > 0 ? count.waiting : { bytes: 0, oldest_ms: null }) },
  }
}

async function startCount(
  { db, folder, log }: Pick<Deps, 'db' | 'folder' | 'log'>,
  count: DiskCount,
): Promise<void> {
  const began = performance.now()
  try {
    const first = count.until === 0
    // The first count is shown while it grows. A later count replaces the previous one when it is complete.
    const growing: Measured = { kinds: new Map(), days: new Map() }
    if (first) count.measured = growing
    await measureData(folder, growing, count.days)
    count.measured = growing
    count.waiting = await waitingPictures(db)
  } catch (error) {
    log.warn({ err: error }, 'the data folder could not be measured')
  } finally {
    count.work = undefined
    count.until = performance.now() + fresh_ms(performance.now() - began)
  }
}

/** The logs are rows of the database, so their bytes are subtracted from its size. */
function kindsOf({ db }: Pick<Deps, 'db'>, { kinds }: Measured): Status['kinds'] {
  const of = (kind: Status['kinds'][number]['kind']) => kinds.get(kind) ?? { bytes: 0, files: 0 }
  const logs = logsInDatabase(db)
  const database = of('database')
  const logs_bytes = Math.min(logs.bytes, database.bytes)
  return [
    { kind: 'database', bytes: database.bytes - logs_bytes, files: database.files },
    { kind: 'pictures', ...of('pictures') },
    { kind: 'logs', bytes: logs_bytes, files: logs.rows },
    { kind: 'spool', ...of('spool') },
    { kind: 'snapshots', ...of('snapshots') },
    { kind: 'other', ...of('other') },
  ]
}

/** The average over the last seven days before today. Today is excluded because it is still incomplete. */
function perDay(days: Measured['days']): number | null {
  const complete = [...days.entries()].sort(([a], [b]) => (a < b ? 1 : -1)).slice(1, 8)
  return complete.length === 0
    ? null
    : Math.round(complete.reduce((sum, [, bytes]) => sum + bytes, 0) / complete.length)
}

const unlimited = { days: null, bytes: null, rows: null }

/**
 * The rules as implemented: pictures and events by docs/decisions/0023 (workers/retention.ts), logs by their
 * budgets (log-delete.ts), and the newest snapshots (snapshot.ts).
 */
function retentionOf(deps: Pick<Deps, 'db'>): Status['retention'] {
  const { media_days, sent_days, budget_bytes } = retentionRule(deps)
  return [
    { kind: 'pictures', ...unlimited, days: Math.min(media_days, sent_days), bytes: budget_bytes || null },
    { kind: 'database', ...unlimited, days: sent_days },
    { kind: 'snapshots', ...unlimited, rows: max_kept },
    ...stored_log_types.map((type) => ({
      kind: 'logs' as const,
      log_type: type,
      days: null,
      ...budgets[type],
    })),
  ]
}
