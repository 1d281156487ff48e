/** How much has to be deleted to free disk space, as a pure function (docs/decisions/0023). */
import type { Retention } from '@parking/contract'
import { isOutOfFiles, type Space } from '../core/files/disk-space.ts'

/**
 * Below this free space, the device will soon be unable to store events: unsent events are discarded to make
 * room for new ones. Always less than the alarm limit.
 */
const floorOf = (total: number): number => Math.min(200 * 1024 * 1024, total * 0.02)

/** Bytes to delete at a time if bytes are free, but no more files can be created. */
const for_files = 64 * 1024 * 1024

/**
 * `space`: space of the disk; undefined if unknown, and then nothing is deleted because of it. `used`: bytes
 * used by events, pictures and clips.
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

/** Bytes missing below the floor; unsent events may be discarded only if this is above 0. */
export const missingAtFloor = ({ space }: Room): number =>
  space ? Math.max(0, floorOf(space.total) - space.free, isOutOfFiles(space) ? for_files : 0) : 0
