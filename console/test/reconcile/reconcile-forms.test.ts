/**
 * The forms in which parking platforms and spreadsheets write an export, drawn at random: encodings,
 * separators, headers of two rows, totals, times, plates and lots. Whatever the form, every row is accounted
 * for and the differences found are those made. Long because each form is written here.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeviceEvent } from '#src/pages/business/reconcile/pair.ts'
import { decode, tableOf } from '#src/pages/business/reconcile/read-file.ts'
import { deviceZone } from '#src/stores/device-zone.ts'
import { compared, sentEvent, uuidOf } from '#test/reconcile/compared.ts'

beforeEach(() => deviceZone.set('Asia/Shanghai'))
afterEach(() => deviceZone.set(''))

const start = Date.UTC(2026, 10, 22, 16)
const day_ms = 86_400_000

/** Every two bytes of GB18030 that are one character, to write it as a spreadsheet does. */
const gbk = new Map<string, readonly number[]>()
for (let high = 0x81; high <= 0xfe; high++)
  for (let low = 0x40; low <= 0xfe; low++) {
    const letter = new TextDecoder('gb18030').decode(Uint8Array.of(high, low))
    if (letter.length === 1 && !gbk.has(letter)) gbk.set(letter, [high, low])
  }
const utf8 = (text: string) => new TextEncoder().encode(text)
const little = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'))
const big = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16())
const encodings = {
  utf8,
  utf8_mark: (text: string) => utf8(`\ufeff${text}`),
  utf16: (text: string) => little(`\ufeff${text}`),
  utf16_bare: little,
  utf16_big: (text: string) => big(`\ufeff${text}`),
  gbk: (text: string) =>
    Uint8Array.from(Array.from(text).flatMap((one) => gbk.get(one) ?? one.charCodeAt(0))),
}

const two = (n: number) => String(n).padStart(2, '0')
const partsOf = (ms: number) => {
  const at = new Date(ms + 8 * 3_600_000)
  return {
    y: at.getUTCFullYear(),
    m: at.getUTCMonth() + 1,
    d: at.getUTCDate(),
    h: at.getUTCHours(),
    min: at.getUTCMinutes(),
    s: at.getUTCSeconds(),
  }
}
const twelve = (h: number) => (h % 12 === 0 ? 12 : h % 12)
/** Each writes a moment as it is shown in China; `minute` has no seconds. */
const times: Record<string, (ms: number) => string> = {
  iso: (ms) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
  database: (ms) => `${times['iso']!(ms)}.0`,
  zone: (ms) => `${times['iso']!(ms).replace(' ', 'T')}.000+0800`,
  compact: (ms) => times['iso']!(ms).replaceAll(/\D/g, ''),
  minute: (ms) => {
    const { y, m, d, h, min } = partsOf(ms)
    return `${y}/${m}/${d} ${h}:${two(min)}`
  },
  half: (ms) => {
    const { y, m, d, h, min, s } = partsOf(ms)
    return `${y}/${m}/${d} ${h < 12 ? '上午' : '下午'} ${two(twelve(h))}:${two(min)}:${two(s)}`
  },
  half_joined: (ms) => {
    const { y, m, d, h, min, s } = partsOf(ms)
    return `${y}年${m}月${d}日${h < 12 ? '上午' : '下午'}${twelve(h)}时${two(min)}分${two(s)}秒`
  },
  spoken: (ms) => {
    const { y, m, d, h, min, s } = partsOf(ms)
    const [word, hour] =
      h < 6
        ? ['凌晨', twelve(h)]
        : h < 9
          ? ['早上', h]
          : h < 11
            ? ['上午', h]
            : h < 13
              ? ['中午', h]
              : h < 18
                ? ['下午', h - 12]
                : ['晚上', h - 12]
    return `${y}-${two(m)}-${two(d)} ${word}${hour}:${two(min)}:${two(s)}`
  },
  am_pm: (ms) => {
    const { y, m, d, h, min, s } = partsOf(ms)
    return `${y}-${two(m)}-${two(d)} ${two(twelve(h))}:${two(min)}:${two(s)} ${h < 12 ? 'AM' : 'PM'}`
  },
  republic: (ms) => {
    const { y, m, d, h, min, s } = partsOf(ms)
    return `${y - 1911}/${two(m)}/${two(d)} ${two(h)}:${two(min)}:${two(s)}`
  },
  serial: (ms) => String((ms + 8 * 3_600_000 - Date.UTC(1899, 11, 30)) / day_ms),
  seconds: (ms) => String(ms / 1000),
  milliseconds: (ms) => String(ms),
  text: (ms) => `="${times['iso']!(ms)}"`,
}
const plates: Record<string, (plate: string) => string> = {
  plain: (plate) => plate,
  dot: (plate) => `${plate.slice(0, 2)}·${plate.slice(2)}`,
  blanks: (plate) => ` ${plate.slice(0, 2)} ${plate.slice(2)} `,
  wide: (plate) => plate.replaceAll(/[0-9A-Z]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  small: (plate) => plate.toLowerCase(),
  dash: (plate) => `${plate.slice(0, 2)}-${plate.slice(2)}`,
}
const lots: Record<string, (lot: string) => string> = {
  plain: (lot) => lot,
  number: (lot) => String(Number(lot)),
  text: (lot) => `'${lot}`,
  blank: (lot) => `${lot} `,
}

const form = fc.record({
  encoding: fc.constantFrom(...(Object.keys(encodings) as (keyof typeof encodings)[])),
  by: fc.constantFrom(',', ';', '\t', '|'),
  line_end: fc.constantFrom('\n', '\r\n', '\r'),
  time: fc.constantFrom(...Object.keys(times)),
  plate: fc.constantFrom(...Object.keys(plates)),
  lot: fc.constantFrom(...Object.keys(lots)),
  head: fc.constantFrom('one', 'title', 'group', 'merged'),
  tail: fc.constantFrom('none', 'totals', 'count', 'blank'),
  uuids: fc.boolean(),
  a_row: fc.constantFrom('event', 'stay'),
  quoted: fc.boolean(),
  /** Whether date and time of day are two columns, if the form of the time allows it. */
  split: fc.boolean(),
  again: fc.boolean(),
})
type Form = typeof form extends fc.Arbitrary<infer T> ? T : never

type Stay = { lot: string; plate: string; in_ms: number; out_ms: number | null; edit: string; n: number }
/** Stays on a few lots; the last one of a lot may be open. */
const days = fc
  .array(
    fc.record({
      lot: fc.integer({ min: 1, max: 4 }),
      gap_s: fc.integer({ min: 700, max: 9_000 }),
      length_s: fc.integer({ min: 700, max: 20_000 }),
      edit: fc.constantFrom('keep', 'keep', 'keep', 'drop', 'double', 'plate'),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((plans) => {
    const until = new Map<number, number>()
    return plans.map(({ lot, gap_s, length_s, edit }, n): Stay => {
      const in_ms = (until.get(lot) ?? start + lot * 1_000) + gap_s * 1_000
      const is_last = !plans.slice(n + 1).some((one) => one.lot === lot)
      until.set(lot, in_ms + length_s * 1_000)
      return {
        n,
        lot: `00${lot}`,
        plate: `粤B${lot}${two(n)}DE`,
        in_ms,
        out_ms: is_last && n % 3 === 0 ? null : in_ms + length_s * 1_000,
        edit,
      }
    })
  })

const eventsOf = ({ n, lot, plate, in_ms, out_ms }: Stay): DeviceEvent[] =>
  [in_ms, out_ms].flatMap((event_ms, exit) =>
    event_ms === null ? [] : [sentEvent(n * 2 + exit, { event_ms, lot_no: lot, plate_number: plate })],
  )

/** A cell as two: the date and the time of day, or their names. */
function dateAndTime(cell: string): string[] {
  const [, date = '', time = cell] = /^(\d\S*) (.+)$/.exec(cell) ?? []
  return [/^..时间$/.test(cell) ? cell.replace('时间', '日期') : date, time]
}

/** The export of these stays, with the rows dropped, doubled and edited as each says. */
function written(stays: readonly Stay[], how: Form): { text: string; rows: number } {
  const [time, plate, lot] = [times[how.time]!, plates[how.plate]!, lots[how.lot]!]
  const money = (n: number) => `${n + 1},234.50`
  const rows = stays.flatMap((stay) => {
    const shown = plate(stay.edit === 'plate' ? stay.plate.replace('DE', 'XY') : stay.plate)
    const id = (n: number) => (how.uuids ? uuidOf(n) : '')
    const of_stay =
      how.a_row === 'stay'
        ? [
            [
              String(stay.n + 1),
              id(stay.n * 2),
              lot(stay.lot),
              shown,
              time(stay.in_ms),
              stay.out_ms === null ? '' : time(stay.out_ms),
              stay.out_ms === null ? '' : id(stay.n * 2 + 1),
              money(stay.n),
            ],
          ]
        : eventsOf(stay).map((one, at) => [
            String(stay.n + 1),
            id(stay.n * 2 + at),
            lot(stay.lot),
            shown,
            time(one.event_ms),
            at === 0 ? '驶入' : '驶离',
            money(stay.n),
          ])
    return stay.edit === 'drop' ? [] : stay.edit === 'double' ? [...of_stay, ...of_stay] : of_stay
  })
  const names =
    how.a_row === 'stay'
      ? [
          '序号',
          '入场事件编号',
          '泊位编号',
          '车牌号',
          '入场时间',
          '出场时间',
          '出场事件编号',
          '实收金额（元）',
        ]
      : ['序号', '事件编号', '泊位编号', '车牌号', '事件时间', '事件类型', '实收金额（元）']
  const blank = names.map(() => '')
  const at = (place: number, text: string) => blank.map((_, n) => (n === place ? text : ''))
  const over = blank.map((_, n) => (n === 0 ? '停车信息' : n === 4 ? '停车时间' : ''))
  const under = names.map((name) => (name === '入场时间' ? '入场' : name === '出场时间' ? '出场' : ''))
  const upper = names.map((name) => (name === '入场时间' ? '时间' : name === '出场时间' ? '' : name))
  const merged = how.head === 'merged' && how.a_row === 'stay'
  const head =
    how.head === 'title'
      ? [at(0, '路内停车记录导出'), names]
      : how.head === 'group'
        ? [over, names]
        : merged
          ? [upper, under]
          : [names]
  const tail =
    how.tail === 'totals'
      ? [at(0, '合计').map((cell, n) => (n === blank.length - 1 ? '98,765.00' : cell))]
      : how.tail === 'count'
        ? [at(0, `共 ${rows.length} 条`)]
        : how.tail === 'blank'
          ? [blank, blank]
          : []
  const half = rows.length >> 1
  const body = how.again ? [...rows.slice(0, half), ...head.slice(-1), ...rows.slice(half)] : rows
  const cell = (text: string) =>
    how.quoted || text.includes(how.by) || text.startsWith('="') ? `"${text.replaceAll('"', '""')}"` : text
  const split = how.split && !merged && /^[^="]\S* \S/.test(time(start))
  const columns = (cells: readonly string[]) =>
    split ? cells.flatMap((one, n) => (names[n]!.endsWith('时间') ? dateAndTime(one) : [one])) : cells
  const lines = [...head, ...body, ...tail].map((cells) => columns(cells).map(cell).join(how.by))
  return { text: lines.join(how.line_end) + how.line_end, rows: rows.length }
}

test('whatever the form of an export, every row is accounted for and the differences are those made', () => {
  fc.assert(
    fc.property(days, form, (stays, how) => {
      const { text, rows } = written(stays, how)
      if (rows === 0) return
      // A file whose only times are 46349.5 and the like may have rounded them.
      if (how.time === 'serial' && !/\d\.\d{5}/.test(text)) return
      const table = tableOf(decode(encodings[how.encoding](text)))!
      expect(table.rows).toHaveLength(rows)
      const events = stays.flatMap(eventsOf).toSorted((a, b) => a.event_ms - b.event_ms)
      const result = compared(table, events, { from_ms: start, to_ms: start + 4 * day_ms })
      expect(result.faults).toEqual([])
      expect([result.file.closes, result.device.closes]).toEqual([true, true])
      const terms = (of: readonly Stay[]) => of.flatMap(eventsOf).length
      const edited = (edit: string) => stays.filter((one) => one.edit === edit)
      const kept = stays.filter(({ edit }) => edit !== 'drop')
      expect(result.file.total).toBe(how.a_row === 'stay' ? rows * 2 : rows)
      expect(result.file.terms).toMatchObject({
        equal: terms(kept) - terms(edited('plate')),
        different: terms(edited('plate')),
        double: terms(edited('double')),
        unknown: 0,
        unreadable: 0,
        unclear: 0,
        without_exit:
          how.a_row === 'stay'
            ? [...kept, ...edited('double')].filter(({ out_ms }) => out_ms === null).length
            : 0,
      })
      const { missing, absent_day, not_compared } = result.device.terms
      expect(missing + absent_day + not_compared).toBe(terms(edited('drop')))
      expect(result.to_minute > 0).toBe(how.time === 'minute')
    }),
    { numRuns: 1_500 },
  )
})
