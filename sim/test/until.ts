import { setTimeout as wait } from 'node:timers/promises'

/** Waits for a condition, looking often; fails with its name when it does not come true. */
export async function until<T>(name: string, condition: () => T | undefined | false | Promise<T | undefined | false>, patience = 15_000): Promise<T> {
  for (const end = Date.now() + patience; Date.now() < end; await wait(15)) {
    const value = await condition()
    if (value) return value
  }
  throw new Error(`waited in vain for: ${name}`)
}
