/** Why the signed-in user cannot be checked yet: the device does not answer, or cannot answer now. */
import { createStore } from '../lib/store.ts'

/** A sentence for the user; undefined while everything is fine. */
export const sessionCheckFailure = createStore<string | undefined>(undefined)

const pauses_ms = [500, 1_000, 2_000, 5_000]
let endPause: (() => void) | undefined

/** Waits before the next attempt: a growing pause, cut short by `retryNow` or when the link returns. */
export function pauseBefore(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, pauses_ms[Math.min(attempt, pauses_ms.length - 1)])
    function end(): void {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    addEventListener('online', end)
    endPause = end
  })
}

/** Ends the pause before the next attempt. */
export const retryNow = (): void => endPause?.()
