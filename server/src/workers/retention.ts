/**
 * Deletes events, pictures and clips beyond their age and space limits (docs/retention.md), in small steps:
 * first expired data, then the oldest settled pictures, then their rows, and when the disk reaches its floor,
 * after an alarm, unsent events. Long because the four stages share their limits.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { log_type } from '@parking/contract'
import { dropFilesExcept } from '../changes/change-files.ts'
import { endEventUndos, openChanges } from '../changes/change.store.ts'
import type { ReportedReadings } from '../alarm/reading.ts'
import { openAlarms } from '../alarm/alarm.store.ts'
import { dropFiles } from '../core/files/spool-file.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { missingAtFloor, shortOf, type Room } from '../retention/disk-pressure.ts'
import type { DeletedEvent } from '../events/record/event-tombstone.store.ts'
import {
  canReturnPages,
  databaseBytes,
  returnFreePages,
  mediaBytes,
} from '../retention/database-space.store.ts'
import {
  countUnsent,
  discardUnsent,
  deleteMedia,
  deleteWithTombstone,
  oldestSettled,
  oldestUnsent,
  settledEvents,
  type Settled,
} from '../retention/retention-delete.store.ts'
import { retentionRule } from '../retention/retention.store.ts'
import { freeRecordings } from '../replay/store-recordings.ts'
import { createOldDaySweeper } from '../retention/sweep-old-day.ts'
import { spaceOf, type Space } from '../core/files/disk-space.ts'
import { keepReserve, reserve_bytes, spendReserve } from '../core/files/disk-reserve.ts'
import { createWarning } from './retention-warning.ts'

type Needs = Deps & { readings: ReportedReadings }

export type RetentionOptions = {
  every_ms?: number
  space?: (folder: string) => Promise<Space>
  /** Evaluates the alarms now. */
  alarm?: () => Promise<void>
  /**
   * How long the alarm must have been open before unsent events
   * are discarded: two of its rounds, on the monotonic clock.
   */
  grace_ms?: number
  /** No data expires by age for this long after a start: the clock is checked first (alarm `clock`). */
  by_time_after_ms?: number
}
export type RetentionWorker = Part & {
  /** Runs now; resolves when everything that may be deleted is. */
  runNow(): Promise<void>
}

const day_ms = 86_400_000
/** How long one step may block the event loop; the number of events adapts to it. */
const step_ms = 4
const max_events = 200
const max_pause_ms = 20
/**
 * In an older database, which cannot shrink, deleting rows frees no disk space: this much spare space in the
 * file is enough.
 */
const enough_spare = 16 * 1024 * 1024
const spare_kept = 2 * 1024 * 1024
const files_at_once = 64
const sweep_every_ms = 900_000

export function createRetention(
  deps: Needs,
  {
    every_ms = 60_000,
    space = spaceOf,
    alarm = () => Promise.resolve(),
    grace_ms = 10_000,
    by_time_after_ms = 180_000,
  }: RetentionOptions = {},
): RetentionWorker {
  const { db, log, media } = deps
  const begun = performance.now()
  let stopped = false
  let under_way: Promise<void> | undefined
  const again = { wanted: false }
  let timer: NodeJS.Timeout | undefined
  let size = 8
  let sweep_due = 0
  const warning = createWarning(deps, alarm, grace_ms)
  const sweepOldDay = createOldDaySweeper(deps)

  const room = async (): Promise<Room> => ({
    space: await space(deps.folder).catch(() => undefined),
    used: usedBytes(),
  })

  const usedBytes = () => mediaBytes(db) + databaseBytes(db).used

  /**
   * Runs one small transaction, then deletes its files; no more than needed for `need` bytes. Returns the
   * number of events and about how many bytes were freed.
   */
  async function step(
    pick: (max: number) => DeletedEvent[],
    act: (event: DeletedEvent) => string[],
    need = Infinity,
  ): Promise<{ events: number; bytes: number }> {
    const began = performance.now()
    const files: string[] = []
    let [events, bytes, took_ms] = [0, 0, 0]
    db.transaction(() => {
      const before = usedBytes()
      for (const event of pick(size)) {
        files.push(...act(event))
        events++
        bytes = before - usedBytes()
        if (bytes >= need) break
      }
      // Measured before the commit: forcing to disk costs the same for one event as for many.
      took_ms = performance.now() - began
    })
    size = Math.max(1, Math.min(max_events, took_ms > step_ms ? Math.floor(size / 2) : size + 4))
    for (let at = 0; at < files.length; at += files_at_once)
      await dropFiles(files.slice(at, at + files_at_once).map((path) => join(media.folder, path)))
    await pause(Math.min(max_pause_ms, took_ms)) // at most half of the event loop's time
    return { events, bytes }
  }

  async function all(which: Settled, act: (event: DeletedEvent) => string[]): Promise<number> {
    let sum = 0
    while (!stopped) {
      const { events } = await step((max) => settledEvents(db, which, max), act)
      if (events === 0) break
      sum += events
    }
    return sum
  }

  async function deleteExpired(): Promise<void> {
    // While the clock is wrong, or not yet checked after a start, nothing counts as old.
    if (performance.now() - begun < by_time_after_ms || openAlarms(db).some(({ kind }) => kind === 'clock'))
      return
    const now = deps.now()
    const { sent_days, media_days, skipped_days, manual_days } = retentionRule(deps)
    const pictures = await all(
      { kind: 'sent', bare: false, until_ms: now - Math.min(media_days, sent_days) * day_ms },
      (event) => deleteMedia(db, event, deps.now()),
    )
    let rows = 0
    for (const [kind, days] of [
      ['sent', sent_days],
      ['skipped', skipped_days],
      ['manual', manual_days],
    ] as const) {
      for (const bare of [true, false])
        rows += await all({ kind, bare, until_ms: now - days * day_ms }, (event) =>
          deleteWithTombstone(db, event, deps.now()),
        )
    }
    if (pictures + rows > 0) log.info({ pictures, rows }, 'expired data was deleted')
  }

  /** Returns whether space is still missing when no settled data is left. */
  async function makeRoom(): Promise<boolean> {
    const rule = retentionRule(deps)
    let first = shortOf(await room(), rule)
    // Data kept only for an undo is deleted before anything that is listed.
    if (first > 0 && endEventUndos(db, deps.now(), 0) > 0) {
      dropFilesExcept(deps, openChanges(db, deps.now()))
      first = shortOf(await room(), rule)
    }
    if (first > 0 && (await freeRecordings(first, deps)) > 0) first = shortOf(await room(), rule)
    // Freed bytes count even if the file system does not show them yet; otherwise too much would be deleted.
    let [freed, events] = [0, 0]
    let short = first
    while (!stopped && short > 0 && freed < first) {
      const now = deps.now()
      const media_step = await step(
        (max) => oldestSettled(db, false, now, max),
        (event) => deleteMedia(db, event, now),
        short,
      )
      const mine =
        media_step.events > 0 || !mayDeleteRows()
          ? media_step
          : await step(
              (max) => oldestSettled(db, true, now, max),
              (event) => deleteWithTombstone(db, event, now),
              short,
            )
      if (mine.events === 0) break
      events += mine.events
      freed += mine.bytes
      await vacuum()
      short = shortOf(await room(), rule)
    }
    if (events > 0)
      log.info(
        { events, bytes: freed },
        'the oldest data that was sent, skipped or discarded was deleted to make room',
      )
    return short > 0 && freed < first
  }

  /** In a database that cannot shrink, rows are deleted only to make room for new ones. */
  const mayDeleteRows = (): boolean => canReturnPages(db) || databaseBytes(db).spare < enough_spare

  async function vacuum(): Promise<void> {
    while (!stopped && canReturnPages(db) && databaseBytes(db).spare > spare_kept) {
      returnFreePages(db)
      await new Promise(setImmediate)
    }
  }

  /** The last resort, never before an alarm has been open for a while. */
  async function discardAtFloor(): Promise<void> {
    const now_room = await room()
    if (missingAtFloor(now_room) === 0 || !now_room.space) return warning.clear()
    if (countUnsent(db) === 0 || !(await warning.raise(now_room.space))) return
    const first = missingAtFloor(now_room)
    let [freed, events] = [0, 0]
    while (!stopped && freed < first && missingAtFloor(await room()) > 0) {
      const now = deps.now()
      const mine = await step(
        (max) => oldestUnsent(db, max),
        (event) => discardUnsent(db, event, now),
        first - freed,
      )
      if (mine.events === 0) break
      freed += mine.bytes
      events += mine.events
    }
    if (events === 0) return
    log.fatal(
      { log_type: log_type.alarm, what: 'unsent_discarded', events, bytes: freed },
      'the disk is full: the oldest events that were not sent yet have been discarded',
    )
    deps.bus.emit('ready')
  }

  async function pass(): Promise<void> {
    if (missingAtFloor(await room()) > 0) await spendReserve(deps.folder)
    await deleteExpired()
    if (stopped) return
    if (await makeRoom()) await discardAtFloor()
    else warning.clear()
    await vacuum()
    const { space: now_space } = await room()
    if (
      now_space &&
      shortOf(
        { space: { ...now_space, free: now_space.free - reserve_bytes }, used: 0 },
        retentionRule(deps),
      ) === 0
    )
      await keepReserve(deps.folder)
    if (stopped || performance.now() < sweep_due) return
    sweep_due = performance.now() + sweep_every_ms
    if (!deps.findings.lacks_rows) await sweepOldDay(() => stopped)
  }

  function runNow(): Promise<void> {
    if (under_way) again.wanted = true
    under_way ??= (async () => {
      do {
        again.wanted = false
        await pass().catch((error: unknown) => log.error({ err: error }, 'retention failed'))
      } while (again.wanted && !stopped)
    })().finally(() => {
      under_way = undefined
      clearTimeout(timer)
      // While the warning waits for its alarm, it must not also wait for the next minute.
      if (!stopped)
        timer = setTimeout(() => void runNow(), warning.isRaised() ? Math.min(every_ms, grace_ms) : every_ms)
    })
    return under_way
  }

  let unsubscribe: (() => void) | undefined
  return {
    runNow,
    start() {
      unsubscribe = deps.bus.subscribe('params', () => void runNow())
      timer = setTimeout(() => void runNow(), Math.min(every_ms, 5_000))
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      unsubscribe?.()
      await under_way
    },
  }
}
