/** What became of the items of a batch. */
import type { BatchCounts } from '../locales/types/batch-counts.ts'

export type { BatchCounts }
type Ended = { state: string; unknown?: boolean } | undefined

/** How many items are done, have failed, or have an unknown result; those still running do not count. */
export function batchCounts(outcomes: Iterable<Ended>): BatchCounts {
  const counts = { done: 0, failed: 0, unknown: 0 }
  for (const one of outcomes) {
    if (one?.state === 'failed') counts[one.unknown ? 'unknown' : 'failed'] += 1
    else if (one?.state === 'done' || one?.state === 'unchanged' || one?.state === 'added') counts.done += 1
  }
  return counts
}
