/**
 * Texts that a spreadsheet took for a date or a number and replaced: the plate MAY-2021 becomes May-21, the
 * plate 5E-1234 becomes 0.00E+00, and the lot 3-12 becomes 3月12日. Pure.
 */
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const midnight = '(?: 0{1,2}:00(?::00)?)?'
const date_patterns = [
  /^(?<month>\d{1,2})月(?<day>\d{1,2})日$/,
  new RegExp(`^\\d{4}[-/.年](?<month>\\d{1,2})[-/.月](?<day>\\d{1,2})日?${midnight}$`),
  new RegExp(`^(?<month>\\d{1,2})/(?<day>\\d{1,2})/(?:\\d{2}|\\d{4})${midnight}$`),
  /^(?<day>\d{1,2})-(?<month>[A-Z][a-z]{2})(?:-(?:\d{2}|\d{4}))?$/,
  /^(?<month>[A-Z][a-z]{2})-(?<day>\d{2})$/,
]
const number_pattern = /^\d+(?:[.,]\d+)?E[+-]\d{2,3}$/i

/** The month and the number beside it, as `3-12`, of a cell that shows a date; else undefined. */
export function monthAndNumber(cell: string): string | undefined {
  for (const pattern of date_patterns) {
    const { month = '', day = '' } = pattern.exec(cell.trim())?.groups ?? {}
    const number = /^\d/.test(month) ? Number(month) : months.indexOf(month.toLowerCase()) + 1
    if (number >= 1 && number <= 12) return `${number}-${Number(day)}`
  }
  return undefined
}

/** Whether a cell holds a number that was shortened to `1.2E+06`: its last digits are lost. */
export const isShortened = (cell: string): boolean => number_pattern.test(cell.trim())
