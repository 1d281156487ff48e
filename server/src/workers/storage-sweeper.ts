/**
 * Deletes the leftovers of tests of object storages (storage/storage-leftovers.ts) after a start, and every
 * ten minutes.
 */
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { sweepLeftovers, type RunningTests } from '../storage/storage-leftovers.ts'

type Needs = Deps & { running_tests: RunningTests }

export function createStorageSweeper(deps: Needs, every_ms = 600_000): Part {
  const over = new AbortController()
  let work: Promise<void> | undefined
  const sweep = () => {
    work ??= sweepLeftovers(deps, over.signal)
      .catch((error: unknown) =>
        deps.log.warn({ err: error }, 'the leftovers of storage tests could not be checked'),
      )
      .finally(() => (work = undefined))
  }
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      timer = setInterval(sweep, every_ms)
      sweep()
    },
    async stop() {
      clearInterval(timer)
      over.abort()
      await work
    },
  }
}
