/** Random events and filters, and a reference implementation of filters, row by row. */
import fc from 'fast-check'
import { barePlate, plateFold, sameSigns } from '@parking/contract'
import { momentOf, stampOf } from '#src/core/stamp.ts'
import type { EventFilter } from '#src/events/list/event-terms.store.ts'

export const begin = Date.UTC(2026, 0, 1)
export const hour = 3_600_000
const characters = [
  '粤',
  '沪',
  '津',
  '川',
  '云',
  '京',
  'A',
  'B',
  '8',
  'D',
  '0',
  'O',
  'Q',
  'I',
  '1',
  'S',
  '5',
  '%',
  '_',
  '*',
  '?',
  '[',
  ']',
  '"',
  "'",
  '𠀀',
  'é',
  'é',
  'ß',
  '臺',
  '台',
]
const plate = fc.array(fc.constantFrom(...characters), { maxLength: 9 }).map((all) => all.join(''))
export const one = fc.record({
  at: fc.integer({ min: 0, max: 60 * 24 }),
  late: fc.integer({ min: 0, max: 9 }),
  lot: fc.integer({ min: 0, max: 5 }),
  event_type: fc.constantFrom(1, 3, 4, 7),
  plate,
  color: fc.constantFrom<'blue' | 'green' | 'unknown'>('blue', 'green', 'unknown'),
  status: fc.constantFrom(0, 8, 1),
})
export type One = typeof one extends fc.Arbitrary<infer T> ? T : never

export type Row = {
  uuid: string
  event_id: number
  event_ms: number
  event_type: number
  status: number
  plate_color: string
  plate_key: string
  lot_no: string
  camera_name: string
}

/** The filter, applied row by row. */
export function meant(rows: readonly Row[], filter: EventFilter): string[] {
  const wanted = barePlate(filter.plate_number ?? '')
  return rows
    .filter(
      (row) =>
        (filter.event_type === undefined || row.event_type === filter.event_type) &&
        (filter.status === undefined || row.status === filter.status) &&
        (filter.plate_color === undefined || row.plate_color === filter.plate_color) &&
        (!filter.lot_no || row.lot_no === filter.lot_no) &&
        (!filter.camera_name || row.camera_name === filter.camera_name) &&
        (filter.start_time === undefined || row.event_ms >= momentOf(filter.start_time)) &&
        (filter.end_time === undefined || row.event_ms < momentOf(filter.end_time) + 1000) &&
        (filter.plate_like
          ? plateFold(row.plate_key).includes(plateFold(wanted))
          : sameSigns(row.plate_key).includes(sameSigns(wanted))),
    )
    .toSorted((a, b) => b.event_ms - a.event_ms || b.event_id - a.event_id)
    .map(({ uuid }) => uuid)
}

const part = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(fc.constantFrom(...characters), { minLength: 1, maxLength: 2 })
      .map((all) => all.join('')),
  },
  { weight: 1, arbitrary: plate },
  { weight: 1, arbitrary: fc.constantFrom('b', 'é', ' 8 ', 'ｂ', '\ud840', 'a-8', '\n') },
)
const stamp = fc.integer({ min: -5, max: 70 * 24 }).map((hours) => stampOf(begin + hours * hour))
export const filters = fc.record(
  {
    plate_number: part,
    plate_like: fc.boolean(),
    lot_no: fc.constantFrom('L0', 'L3', 'L9'),
    camera_name: fc.constantFrom('Cam 0', 'Cam 1'),
    event_type: fc.constantFrom(1, 7, 2),
    status: fc.constantFrom(0, 8, 2),
    plate_color: fc.constantFrom('blue', 'green'),
    start_time: stamp,
    end_time: stamp,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<EventFilter>
