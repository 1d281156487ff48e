import { setTimeout as pause } from 'node:timers/promises'

/**
 * Looks until a condition holds, often at first and then less, so that waiting leaves the processor to what
 * is waited for; fails with its name when it does not come true.
 */
export async function until<T>(
  name: string,
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  patience = 30_000,
): Promise<T> {
  const begun = Date.now()
  for (let waited = 0; waited < patience; waited = Date.now() - begun) {
    const value = await condition()
    if (value) return value
    await pause(Math.min(40, 5 + waited / 10))
  }
  throw new Error(`waited in vain for: ${name}`)
}
