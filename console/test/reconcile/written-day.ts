/** A day of events in the form in which a program exports it: one exit is missing, one plate is another. */
import { decode, tableOf } from '#src/pages/business/reconcile/read-file.ts'
import { compared, day_events, midnight, stays, the_day } from '#test/reconcile/compared.ts'

type Stay = (typeof stays)[number]
export const two = (n: number) => String(n).padStart(2, '0')
export const clock = (at: number, by = ':') =>
  [at / 3600, (at / 60) % 60, at % 60].map((n) => two(Math.floor(n))).join(by)
export const hour = (at: number) => Math.floor(at / 3600)
export const of12 = (at: number) => (hour(at) % 12 === 0 ? 12 : hour(at) % 12)
export const rest = (at: number) => clock(at).slice(2)
export const iso = (at: number) => `2026-11-23 ${clock(at)}`
export const halfOf = (at: number) => (hour(at) < 12 ? '上午' : '下午')

export type Form = {
  /** Names of the columns: lot, plate, time and type or time of exit, and further ones. */
  names: readonly string[]
  words: readonly [string, string]
  time: (at: number) => string
  /** The date in a column of its own. */
  date: (at: number) => string
  plate: (plate: string) => string
  lot: (lot: string) => string
  more: (stay: Stay) => readonly string[]
  /** In the cell of an exit that is missing. */
  no_exit: string
  above: readonly string[]
  below: readonly string[]
  by: string
  /** Each row begins with a number. */
  index: boolean
  bytes: (text: string) => Uint8Array
}
export const usual: Form = {
  names: ['泊位编号', '车牌号', '事件时间', '事件类型'],
  words: ['驶入', '驶离'],
  time: iso,
  date: () => '',
  plate: (plate) => plate,
  lot: (lot) => lot,
  more: () => [],
  no_exit: '',
  above: [],
  below: [],
  by: ',',
  index: false,
  bytes: (text) => new TextEncoder().encode(text),
}
export const a_stay = ['泊位编号', '车牌号', '入场时间', '出场时间']
const shown = (stay: Stay, how: Form) => [
  how.lot(stay.lot),
  how.plate(stay.lot === '003' ? '沪C99999' : stay.plate),
]
const timed = (at: number, how: Form) => [...(how.date(at) === '' ? [] : [how.date(at)]), how.time(at)]

/** The file in this form: the last exit is missing, and the plate on lot 003 is another. */
function written(how: Form): { text: string; is_stay: boolean } {
  const is_stay =
    !/型|種|狀|出入$|向|作|态|標|标|件$|[别別]$|type|direction|flag|state|status|event$|为$|称$|进出$|進出$/i.test(
      how.names.at(-1 - how.more(stays[0]!).length)!,
    )
  const rows = stays.flatMap((stay, n) =>
    is_stay
      ? [
          [
            ...shown(stay, how),
            ...timed(stay.in, how),
            ...(n === 3 ? [...(how.date(0) === '' ? [] : ['']), how.no_exit] : timed(stay.out, how)),
            ...how.more(stay),
          ],
        ]
      : [stay.in, ...(n === 3 ? [] : [stay.out])].map((at, exit) => [
          ...shown(stay, how),
          ...timed(at, how),
          how.words[exit]!,
          ...how.more(stay),
        ]),
  )
  const quoted = (cell: string) => (cell.includes(how.by) || /[\r\n]/.test(cell) ? `"${cell}"` : cell)
  const numbered = how.index ? rows.map((cells, n) => [String(n), ...cells]) : rows
  const lines = [how.names, ...numbered].map((cells) => cells.map(quoted).join(how.by))
  return { text: [...how.above, ...lines, ...how.below, ''].join('\r\n'), is_stay }
}

/** The comparison of the day in this form. */
export function comparedIn(form: Partial<Form>) {
  const how = { ...usual, ...form }
  const { text, is_stay } = written(how)
  const table = tableOf(decode(how.bytes(text)), midnight + 2 * 86_400_000)!
  return { result: compared(table, day_events, the_day), is_stay }
}
