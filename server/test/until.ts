import { setTimeout as pause } from 'node:timers/promises'

/**
 * Polls a condition, often at first and then less, to leave the processor to the work; fails with its name on
 * a timeout.
 */
export async function until<T>(
  name: string,
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  timeout_ms = 100_000,
): Promise<T> {
  const begun = Date.now()
  for (let waited = 0; waited < timeout_ms; waited = Date.now() - begun) {
    const value = await condition()
    if (value) return value
    await pause(Math.min(40, 5 + waited / 10))
  }
  throw new Error(`this did not happen in time: ${name}`)
}
