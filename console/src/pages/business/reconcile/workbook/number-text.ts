/**
 * A number of a workbook as text that the reader of exports understands: a number is a date only by its
 * format (ECMA-376 part 1, 18.8.30). Pure.
 */

/** `zeros`: digits that are shown at least; `decimals`: of a number with an exponent. */
export type NumberFormat =
  | { readonly kind: 'number'; readonly zeros: number }
  | { readonly kind: 'shortened'; readonly decimals: number }
  | { readonly kind: 'date' | 'time' | 'moment' | 'length'; readonly to_second: boolean }

/** Formats that files name by number alone; 27 to 36 and 50 to 58 are of Chinese programs. */
const built_in: Readonly<Record<number, string>> = {
  11: '0.00E+00',
  48: '##0.0E+0',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'y h:mm',
  32: 'h:mm',
  33: 'h:mm:ss',
  34: 'h:mm',
  35: 'h:mm:ss',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  55: 'h:mm',
  56: 'h:mm:ss',
}
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

export const builtIn = (id: number): string => built_in[id] ?? (isBuiltInDate(id) ? 'yyyy-mm-dd' : '')

export function formatOf(code: string): NumberFormat {
  const [first = ''] = code
    .replace(/"[^"]*"|\\.|_.|\*./g, ' ')
    .toLowerCase()
    .split(';')
  const length = /\[(?:h+|m+|s+)\]/.test(first)
  const bare = first.replace(/\[[^\]]*\]|am\/pm|a\/p/g, '')
  const exponent = /0(?:\.(0+))?e[+-]/.exec(bare)
  if (exponent) return { kind: 'shortened', decimals: exponent[1]?.length ?? 0 }
  const to_second = bare.includes('s') || (length && first.includes('[s'))
  if (length) return { kind: 'length', to_second }
  if (/^(?:general|g\/)/.test(bare) || !/[ymdhseg]|上午|下午/.test(bare))
    return { kind: 'number', zeros: /^0+$/.exec(bare.trim())?.[0].length ?? 0 }
  const clock = /[hs]|上午|下午/.test(bare)
  // Without a day, m is minutes beside h or s.
  const day = clock ? /[ydeg]/.test(bare) : true
  return { kind: !clock ? 'date' : day ? 'moment' : 'time', to_second }
}

/** Days since 30 December 1899; the last is 31 December 9999. */
const max_days = 2_958_466
/** Longer than any stay: a number above it, shown as a time of day, has its day too. */
const max_length_days = 3_660
const day_s = 86_400

/**
 * The text of a number: `2026-11-23 08:30:00`, `08:30`, `26:10:00`, `001`, `1.2E+18`. `days_before`: 1462 in
 * a workbook whose days begin in 1904.
 */
export function numberText(value: number, format: NumberFormat, days_before: number): string {
  if (!Number.isFinite(value)) return ''
  if (format.kind === 'number')
    return Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? exponential(value)
      : String(value).padStart(format.zeros, '0')
  if (format.kind === 'shortened') return exponential(value, format.decimals)
  const { kind } = format
  const seconds = Math.round(value * day_s)
  const exact = format.to_second || seconds % 60 !== 0
  const clock = (at_s: number) =>
    [at_s / 3600, (at_s / 60) % 60, at_s % 60]
      .slice(0, exact ? 3 : 2)
      .map((part) => String(Math.floor(part)).padStart(2, '0'))
      .join(':')
  if (value < 0) return String(value)
  if (kind === 'length' || (kind === 'time' && value < max_length_days)) return clock(seconds)
  // The empty cell of a column of dates, and a time of day in a column of moments.
  if (value < 1) return seconds === 0 ? '0' : clock(seconds)
  if (value + days_before >= max_days) return String(value)
  const date = new Date(Date.UTC(1899, 11, 30 + days_before) + seconds * 1000).toISOString().slice(0, 10)
  return kind === 'date' && seconds % day_s === 0 ? date : `${date} ${clock(seconds % day_s)}`
}

/** With at least two digits of the exponent, as spreadsheets show it. */
const exponential = (value: number, decimals?: number): string =>
  value
    .toExponential(decimals)
    .toUpperCase()
    .replace(/(?<=E[+-])(\d)$/, '0$1')
