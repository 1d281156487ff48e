import { setTimeout as pause } from 'node:timers/promises'

/** Looks often until a condition holds; fails with its name when it does not come true. */
export async function until<T>(name: string, condition: () => T | undefined | false | Promise<T | undefined | false>, patience_ms = 15_000): Promise<T> {
  for (const end = Date.now() + patience_ms; Date.now() < end; await pause(5)) {
    const value = await condition()
    if (value) return value
  }
  throw new Error(`waited in vain for: ${name}`)
}
