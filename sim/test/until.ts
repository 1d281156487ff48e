import { setTimeout as pause } from 'node:timers/promises'

/**
 * Polls a condition, less often as time passes, to leave the processor to the work that is awaited; throws
 * with its name on a timeout.
 */
export async function until<T>(
  name: string,
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  timeout_ms = 100_000,
): Promise<T> {
  const started = Date.now()
  for (let waited = 0; waited < timeout_ms; waited = Date.now() - started) {
    const value = await condition()
    if (value) return value
    await pause(Math.min(40, 5 + waited / 10))
  }
  throw new Error(`timed out waiting for: ${name}`)
}
