/** How much is to be let go for the disk's sake, as a pure function (docs/decisions/0023). */
import type { Retention } from '@parking/contract'
import { isOutOfFiles, type Space } from '../system/diagnose/diagnose-storage.ts'

/** Below this nothing can be taken in soon: what was never sent goes before what happens now is lost. Always less than the alarm's limit. */
const floorOf = (total: number): number => Math.min(200 * 1024 * 1024, total * 0.02)

/** What is let go at a time where bytes are left, and no more files can be made. */
const for_files = 64 * 1024 * 1024

/** `space` of the disk; undefined where it cannot be told: then nothing is let go for its sake. `used` by events, pictures and clips. In bytes. */
export type Room = { space: Space | undefined; used: number }

/** Bytes that are to be let go of what was sent, skipped or discarded; 0: there is room enough. */
export function shortOf(
  { space, used }: Room,
  { budget_bytes, keep_free_percent }: Pick<Retention, 'budget_bytes' | 'keep_free_percent'>,
): number {
  const over_budget = budget_bytes > 0 ? used - budget_bytes : 0
  const not_free = space ? (space.total * keep_free_percent) / 100 - space.free : 0
  return Math.max(0, over_budget, not_free, space && isOutOfFiles(space) ? for_files : 0)
}

/** Bytes that are missing at the floor: only then what was never sent may go. */
export const missingAtFloor = ({ space }: Room): number =>
  space ? Math.max(0, floorOf(space.total) - space.free, isOutOfFiles(space) ? for_files : 0) : 0
