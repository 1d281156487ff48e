/** How much has to be deleted to free disk space, as a pure function (docs/decisions/0023). */
import type { Retention } from '@parking/contract'
import { isOutOfFiles, type Space } from '../core/files/disk-space.ts'

/**
 * Below this the device soon cannot take events in: unsent events are discarded so that new ones can be
 * stored. Always less than the limit of the alarm.
 */
const floorOf = (total: number): number => Math.min(200 * 1024 * 1024, total * 0.02)

/** What is deleted at a time if bytes are left, but no more files can be created. */
const for_files = 64 * 1024 * 1024

/**
 * In bytes. `space` of the disk; undefined if it is unknown, and then nothing is deleted because of it.
 * `used` by events, pictures and clips.
 */
export type Room = { space: Space | undefined; used: number }

/** Bytes to delete of sent, skipped or discarded events; 0 if there is enough space. */
export function shortOf(
  { space, used }: Room,
  { budget_bytes, keep_free_percent }: Pick<Retention, 'budget_bytes' | 'keep_free_percent'>,
): number {
  const over_budget = budget_bytes > 0 ? used - budget_bytes : 0
  const not_free = space ? (space.total * keep_free_percent) / 100 - space.free : 0
  return Math.max(0, over_budget, not_free, space && isOutOfFiles(space) ? for_files : 0)
}

/** Bytes missing at the floor: only then unsent events may be discarded. */
export const missingAtFloor = ({ space }: Room): number =>
  space ? Math.max(0, floorOf(space.total) - space.free, isOutOfFiles(space) ? for_files : 0) : 0
