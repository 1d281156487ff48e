/**
 * The offset between two clocks as text: milliseconds below 1 s, seconds with one decimal below 60 s,
 * otherwise a duration.
 */
import { durationText, type UnitWords } from '#src/time/time.ts'

export type AmountWords = { ms: (n: string) => string; seconds: (n: string) => string }

/** Ignores the sign of `ms`. */
export function amountText(ms: number, words: AmountWords, units: UnitWords): string {
  const size = Math.abs(ms)
  if (size < 10) return words.ms(size.toFixed(2))
  if (size < 1_000) return words.ms(size.toFixed(1))
  if (size < 60_000) return words.seconds((size / 1000).toFixed(1))
  return durationText(Math.round(size / 1000), units)
}
