/** Deletes thumbnails of looks beyond their limits of days and bytes (docs/retention.md). */
import { join } from 'node:path'
import { look_strip_budget } from '@parking/contract'
import { openAlarms } from '../alarm/alarm.store.ts'
import { spaceOf, type Space } from '../core/files/disk-space.ts'
import { dropFiles } from '../core/files/spool-file.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { stripPath } from '../events/record/event-paths.ts'
import { markStripGone, stripsBeyond } from '../events/record/look-strip.store.ts'
import { retentionRule } from '../retention/retention.store.ts'

export type LookStripOptions = {
  every_ms?: number
  space?: (folder: string) => Promise<Pick<Space, 'total'>>
}
export type LookStripRetention = Part & {
  /** Runs now; resolves when nothing exceeds the limits. */
  runNow(): Promise<void>
}

const day_ms = 86_400_000
/** Number of files deleted at a time, so that a transaction stays short. */
const at_once = 100

export function createLookStripRetention(
  deps: Pick<Deps, 'db' | 'media' | 'folder' | 'now' | 'log'>,
  { every_ms = 60_000, space = spaceOf }: LookStripOptions = {},
): LookStripRetention {
  const { db, media, log } = deps
  let [stopped, timer] = [false, undefined as NodeJS.Timeout | undefined]
  let under_way: Promise<void> | undefined

  async function pass(): Promise<void> {
    const { look_days, look_bytes } = retentionRule(deps)
    const disk = await space(deps.folder).catch(() => undefined)
    const max_bytes = Math.min(look_bytes, (disk?.total ?? Infinity) * look_strip_budget.disk_share)
    for (let removed = 0; !stopped;) {
      // While the clock is wrong, nothing counts as old.
      const is_clock_wrong = openAlarms(db).some(({ kind }) => kind === 'clock')
      const until_ms = is_clock_wrong ? 0 : deps.now() - look_days * day_ms
      const beyond = stripsBeyond(db, until_ms, max_bytes, at_once)
      if (beyond.length === 0) {
        if (removed > 0) log.info({ removed }, 'thumbnails of looks were deleted by their budget')
        return
      }
      await dropFiles(beyond.map(({ create_ms, uuid }) => join(media.folder, stripPath(create_ms, uuid))))
      db.transaction(() => beyond.forEach(({ event_id }) => markStripGone(db, event_id)))
      removed += beyond.length
    }
  }

  const runNow = (): Promise<void> =>
    (under_way ??= pass()
      .catch((error: unknown) => log.error({ err: error }, 'thumbnails of looks could not be deleted'))
      .finally(() => {
        under_way = undefined
        clearTimeout(timer)
        if (!stopped) timer = setTimeout(() => void runNow(), every_ms)
      }))

  return {
    runNow,
    start: () => void (timer = setTimeout(() => void runNow(), every_ms)),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await under_way
    },
  }
}
