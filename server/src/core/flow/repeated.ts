/** Work that repeats at an interval: one run at a time, and none after the stop. */
import type { Part } from '../part.ts'

export type Repeated = Part & {
  /** Runs now, or joins the run in progress. Never rejects. */
  runNow(): Promise<void>
}
export type RepeatOptions = {
  every_ms: number
  /** The delay of the first run after the start. 0: at once. */
  first_ms?: number
  /** Reports a failed run; failures during the stop are not reported. */
  onFailure: (error: unknown) => void
}

/** `signal` is aborted by the stop, which waits for the run in progress. */
export function repeated(
  run: (signal: AbortSignal) => unknown,
  { every_ms, first_ms = 0, onFailure }: RepeatOptions,
): Repeated {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let under_way: Promise<void> | undefined
  // Runs at once, because the first run may be what the parts after it rely on.
  async function attempt(): Promise<void> {
    try {
      await run(ending.signal)
    } catch (error) {
      if (!ending.signal.aborted) onFailure(error)
    }
  }
  const runNow = (): Promise<void> => (under_way ??= attempt().finally(() => (under_way = undefined)))
  return {
    runNow,
    start() {
      const again = () => {
        void runNow()
        timer = setInterval(() => void runNow(), every_ms)
      }
      if (first_ms === 0) again()
      else timer = setTimeout(again, first_ms)
    },
    async stop() {
      ending.abort()
      clearTimeout(timer)
      await under_way
    },
  }
}
