/** Which timer pictures are due. */
import { expect, test } from 'vitest'
import { capturesOf, seenOf, slotOf, type TimerLot } from '#src/schedule/timer-due.ts'

const lot = (lot_no: string, scene_id: string, camera_sn: string, plate?: string | null): TimerLot => ({
  place: { lot_no, scene_id, camera_sn, parking_no: 'P', camera_name: camera_sn },
  state: plate === undefined ? undefined : { occupied: plate !== null, plate_number: plate ?? '' },
})
const lots = [
  lot('A1', 's1', 'c1', 'X'),
  lot('A2', 's1', 'c1', null),
  lot('B1', 's2', 'c1', ''),
  lot('C1', 's3', 'c2'),
  lot('C2', 's3', 'c2', 'Y'),
]
const shown = (mode: number, before = new Map<string, string>(), of = lots) =>
  capturesOf(mode, of, before).map(
    ({ event_type, place, plate_number, subject }) =>
      `${event_type} ${place.lot_no} ${plate_number} (${subject})`,
  )

test.each([
  [0, []],
  [1, ['5 A1 X (lot A1)', '5 B1  (lot B1)', '5 C2 Y (lot C2)']],
  [3, ['6 A1 X (lot A1)', '6 B1  (lot B1)', '6 C2 Y (lot C2)']],
  [4, ['5 A1  (scene s1)', '5 B1  (scene s2)', '5 C1  (scene s3)']],
  [5, ['5 A1  (camera c1)', '5 C1  (camera c2)']],
  [77, []],
])('timer_mode %d', (mode, wanted) => expect(shown(mode)).toEqual(wanted))

test('the smart mode reports changed lots, and keeps the state of lots without a report', () => {
  expect(shown(2)).toEqual([])
  const first = seenOf(lots)
  expect(shown(2, first)).toEqual([])
  const blind = lots.map(({ place }) => ({ place, state: undefined }))
  expect(shown(2, first, blind)).toEqual([])
  const remembered = seenOf(blind, first)
  expect(
    shown(2, remembered, [
      lot('A1', 's1', 'c1', null),
      lot('A2', 's1', 'c1', 'Z'),
      lot('B1', 's2', 'c1', ''),
      lot('C1', 's3', 'c2', 'W'),
      lot('C2', 's3', 'c2', 'Q'),
    ]),
  ).toEqual(['4 A1  (lot A1)', '4 A2 Z (lot A2)', '4 C2 Q (lot C2)'])
})

test('moments are the multiples of the interval by the clock', () =>
  expect([slotOf(59_999, 60_000), slotOf(60_000, 60_000), slotOf(119_999, 60_000)]).toEqual([0, 1, 1]))
