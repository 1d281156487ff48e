/** The console's texts with Latin letters only, which the shipped font draws alike on every machine. */

const shipped = /[^\x20-\x7e\u2013\u00d7]/gu

/** Two letters, about as wide, for each character that only an installed font has. */
export const latin = (text: string): string => text.replace(shipped, 'an')

/** A dictionary with every text made Latin, including texts that are functions. */
export function latinWords(value: unknown): unknown {
  if (typeof value === 'string') return latin(value)
  if (typeof value === 'function') return (...args: unknown[]) => latinWords(Reflect.apply(value, null, args))
  if (Array.isArray(value)) return value.map(latinWords)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, latinWords(one)]))
}
