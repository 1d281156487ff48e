/** Waits for a condition and measures how long it took. */
import { setTimeout as wait } from 'node:timers/promises'

/** Polls the condition; resolves with milliseconds. Throws `not after ... s: <what>` on a timeout. */
export async function until(
  condition: () => Promise<boolean>,
  within_ms: number,
  what: string,
  every_ms = 50,
): Promise<number> {
  const started = performance.now()
  for (;;) {
    if (await condition().catch(() => false)) return performance.now() - started
    if (performance.now() - started > within_ms)
      throw new Error(`not after ${Math.round(within_ms / 1000)} s: ${what}`)
    await wait(every_ms)
  }
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
