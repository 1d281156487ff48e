/** The console's own words with Latin letters alone, which the shipped font draws alike on every machine. */

const shipped = /[^\x20-\x7e\u2013\u00d7]/gu

/** Two letters for each character that only an installed font has: about as wide. */
export const latin = (text: string): string => text.replace(shipped, 'an')

/** A dictionary with every text made Latin, also of those that are functions. */
export function latinWords(value: unknown): unknown {
  if (typeof value === 'string') return latin(value)
  if (typeof value === 'function') return (...args: unknown[]) => latinWords(Reflect.apply(value, null, args))
  if (Array.isArray(value)) return value.map(latinWords)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, latinWords(one)]))
}
