/** Texts about a stay, for screen readers, the tables and the panel. */
import { marksIn } from '@parking/contract/stays/stay-marks.ts'
import type { Areas } from '#src/locales/areas.ts'
import { clockText, type Bar } from './axis-model.ts'

type Words = Areas['stays']

/** A moment of the shown day as `HH:MM`; on another day with the number of days before or after. */
export function timeOnDay(second: number, words: Words): string {
  const days = Math.floor(second / 86_400)
  const text = clockText(second - days * 86_400)
  return days === 0 ? text : words.other_day(days, text)
}

/** The labels of the marks whose bits are set (`stay_marks`). */
export const markTexts = (bits: number, words: Words): string[] =>
  marksIn(bits).map((mark) => words.marks[mark])

export function stayText(bar: Bar, words: Words): string {
  const time = words.span(timeOnDay(bar.from, words), bar.open ? words.still : timeOnDay(bar.to, words))
  return [bar.plate || words.no_plate, time, ...markTexts(bar.marks, words)].join('，')
}

/** Start and end of a stay from timestamps of the device; a day that both share is shown once. */
export function stampSpan(begin_str: string, end_str: string, words: Words): string {
  const same = begin_str.slice(0, 10) === end_str.slice(0, 10)
  return words.span(begin_str.slice(5, 16), end_str === '' ? words.still : end_str.slice(same ? 11 : 5, 16))
}
