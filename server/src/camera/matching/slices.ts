/**
 * Runs long computations in short slices on the server's own thread, so that other work can run in between.
 * A worker thread would need 25 MB for another JavaScript engine; the whole server takes 110 MB.
 */
import { setImmediate as turn } from 'node:timers/promises'

/** A computation that yields regularly and returns its result. */
export type Sliced<T> = Generator<undefined, T, undefined>

/** Runs the computation without pauses. */
export function withoutPauses<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Blocks the thread for little more than `slice_ms` at a time. Rejects when the signal aborts. */
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
