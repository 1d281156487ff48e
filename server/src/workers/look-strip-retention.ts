/** Deletes thumbnails of looks beyond their limits of days and bytes (docs/retention.md). */
import { join } from 'node:path'
import { look_strip_budget } from '@parking/contract'
import { openAlarms } from '../alarm/alarm.store.ts'
import { spaceOf, type Space } from '../core/files/disk-space.ts'
import { dropFiles } from '../core/files/spool-file.ts'
import type { Deps } from '../core/deps.ts'
import { repeated, type Repeated } from '../core/flow/repeated.ts'
import { stripPath } from '../events/record/event-paths.ts'
import { markStripGone, stripsBeyond } from '../events/record/look-strip.store.ts'
import { retentionRule } from '../retention/retention.store.ts'

export type LookStripOptions = {
  every_ms?: number
  space?: (folder: string) => Promise<Pick<Space, 'total'>>
}
const day_ms = 86_400_000
/** Number of files deleted at a time, so that a transaction stays short. */
const at_once = 100

export function createLookStripRetention(
  deps: Pick<Deps, 'db' | 'media' | 'folder' | 'now' | 'log'>,
  { every_ms = 60_000, space = spaceOf }: LookStripOptions = {},
): Repeated {
  const { db, media, log } = deps

  async function pass(signal: AbortSignal): Promise<void> {
    const { look_days, look_bytes } = retentionRule(deps)
    const disk = await space(deps.folder).catch(() => undefined)
    const max_bytes = Math.min(look_bytes, (disk?.total ?? Infinity) * look_strip_budget.disk_share)
    for (let removed = 0; !signal.aborted;) {
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

  return repeated(pass, {
    every_ms,
    first_ms: every_ms,
    onFailure: (error) => log.error({ err: error }, 'thumbnails of looks could not be deleted'),
  })
}
