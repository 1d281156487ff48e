/**
 * Long sums on the server's own thread, in slices: they pause where a pause costs nothing, and everybody else has a turn between. A thread of its own
 * (as it was once) is 25 MB of another JavaScript engine for as long as it lives, on a box whose whole server takes 110.
 */
import { setImmediate as turn } from 'node:timers/promises'

/** Work that pauses now and then; what it returns is its outcome. */
export type Sliced<T> = Generator<undefined, T, undefined>

/** Without a pause. */
export function atOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Never holds anybody up for much longer than `slice_ms`. Rejects when the signal ends it. */
export async function inSlices<T>(work: Sliced<T>, slice_ms: number, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    const end = performance.now() + slice_ms
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < end)
    await turn()
  }
}
