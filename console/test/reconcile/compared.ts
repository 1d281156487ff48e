import { guessColumns, guessTypes } from '#src/pages/business/reconcile/guess-mapping.ts'
import type { DeviceEvent } from '#src/pages/business/reconcile/pair.ts'
import type { Table } from '#src/pages/business/reconcile/read-file.ts'
import { reconcile } from '#src/pages/business/reconcile/reconcile.ts'
import { recordsOf } from '#src/pages/business/reconcile/records.ts'

export const uuidOf = (n: number) => `0190a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`

/** An event of lot 001 that was seen and sent, and that the platform has answered. `n` makes its uuid. */
export const sentEvent = (
  n: number,
  { event_ms, ...more }: Partial<DeviceEvent> & Pick<DeviceEvent, 'event_ms'>,
): DeviceEvent => ({
  uuid: uuidOf(n),
  event_ms,
  event_type: n % 2 === 0 ? 1 : 3,
  camera_name: '东门 1',
  lot_no: '001',
  plate_number: '粤B12345',
  status: 2,
  state: 'observed',
  count_tried: 1,
  send_ms: event_ms,
  response_info: 'ok',
  room: 1,
  ...more,
})

type Compared = ReturnType<typeof reconcile> &
  Pick<ReturnType<typeof recordsOf>, 'faults'> & {
    columns: ReturnType<typeof guessColumns>
    /** Words that a user would have to map. */
    unmapped: readonly string[]
  }

/** The comparison of a table with these events, by the columns and words that are guessed. */
export function compared(
  table: Table,
  events: readonly DeviceEvent[],
  period: { from_ms: number; to_ms: number },
): Compared {
  const columns = guessColumns(table, null)
  const words = columns.event_type === '' ? [] : guessTypes(table, columns.event_type, null, [])
  const types = words.map(({ word, event_type = null }) => ({ word, event_type }))
  const file = recordsOf(table, { columns, types, utc_offset: null })
  const result = reconcile({ file, events, deleted: [], ...period, total: events.length })
  const unmapped = words.flatMap(({ word, event_type }) => (event_type === undefined ? [word] : []))
  return { ...result, faults: file.faults, columns, unmapped }
}

type Stay = { lot: string; plate: string; in: number; out: number }
/** Seconds since midnight; the hours of the morning, noon and evening, and a stay that ends at midnight. */
export const stays: readonly Stay[] = [
  { lot: '001', plate: '粤B12345', in: 1_805, out: 8_100 },
  { lot: '002', plate: '粤BD12345', in: 27_315, out: 43_325 },
  { lot: '003', plate: '京A8Q123', in: 30_001, out: 45_296 },
  { lot: '001', plate: '粤B54321', in: 73_260, out: 82_799 },
]
/** 23 November 2026 in China. */
export const midnight = Date.parse('2026-11-23T00:00:00+08:00')
export const the_day = { from_ms: midnight, to_ms: midnight + 86_400_000 }
export const day_events: readonly DeviceEvent[] = stays
  .flatMap((stay, n) =>
    [stay.in, stay.out].map((at, exit) =>
      sentEvent(n * 2 + exit, { event_ms: midnight + at * 1000, lot_no: stay.lot, plate_number: stay.plate }),
    ),
  )
  .toSorted((a, b) => a.event_ms - b.event_ms)

/** The terms of a file of this day without its last exit, and with another plate on lot 003. */
export const termsOfDay = (is_stay: boolean): Readonly<Record<string, number>> => ({
  equal: 5,
  different: 2,
  missing: 1,
  without_exit: is_stay ? 1 : 0,
  ...Object.fromEntries(
    (
      'as_shown double unknown deleted withdrawn unexpected unclear outside not_compared unreadable ' +
      'unsent absent_day absent_both'
    )
      .split(' ')
      .map((term) => [term, 0]),
  ),
})
