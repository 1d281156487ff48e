/** Waits for what is seen to happen, and for the time that took. */
import { setTimeout as wait } from 'node:timers/promises'

/** Asks again and again; answers milliseconds. Throws `not after ... s: <what>` when it did not come. */
export async function until(
  is: () => Promise<boolean>,
  within_ms: number,
  what: string,
  every_ms = 50,
): Promise<number> {
  const began = performance.now()
  for (;;) {
    if (await is().catch(() => false)) return performance.now() - began
    if (performance.now() - began > within_ms)
      throw new Error(`not after ${Math.round(within_ms / 1000)} s: ${what}`)
    await wait(every_ms)
  }
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
