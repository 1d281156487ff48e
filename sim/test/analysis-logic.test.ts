/**
 * The rules of the analysis program: geometry, sessions, plates, parameters. Long because each rule has its
 * cases.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clip, coverOf, signedArea, type Point } from '../src/analysis/geometry.ts'
import { occupancyOf } from '../src/analysis/occupancy.ts'
import type { SeenVehicle } from '../src/analysis/frame-comment.ts'
import { default_params, paramsOf } from '../src/analysis/params.ts'
import { confidenceOf, isCounted, acceptedPlate } from '../src/analysis/reading.ts'
import {
  applyFrame,
  newSession,
  type Change,
  type FrameRules,
  type Session,
} from '../src/analysis/sessions.ts'

const square = (x: number, y: number, size: number): Point[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
]
const car = (plate: string, footprint: Point[]) => ({
  plate,
  color: 'blue',
  footprint,
  box: [0, 0, 1, 1] as const,
})
const lot = (lot_no: string, polygon: Point[], motor_num = 1) => ({ lot_no, motor_num, polygon })
const unit = fc.double({ min: 0, max: 1, noNaN: true })
/** A convex outline: points round an ellipse, in order. */
const convex = fc
  .tuple(
    unit,
    unit,
    fc.double({ min: 0.02, max: 0.5, noNaN: true }),
    fc.double({ min: 0.02, max: 0.5, noNaN: true }),
    fc.integer({ min: 3, max: 9 }),
    unit,
  )
  .map(([x, y, rx, ry, count, turn]) =>
    Array.from({ length: count }, (_, i): Point => [
      x + rx * Math.cos(turn * 6 + (i / count) * 2 * Math.PI),
      y + ry * Math.sin(turn * 6 + (i / count) * 2 * Math.PI),
    ]),
  )

test('an intersection is never larger than either polygon, and symmetric', () => {
  fc.assert(
    fc.property(convex, convex, (a, b) => {
      const [ab, ba] = [Math.abs(signedArea(clip(a, b))), Math.abs(signedArea(clip(b, a)))]
      expect(ab).toBeLessThanOrEqual(Math.min(Math.abs(signedArea(a)), Math.abs(signedArea(b))) + 1e-9)
      expect(ab).toBeCloseTo(ba, 8)
      expect(Math.abs(signedArea(clip(a.toReversed(), b)))).toBeCloseTo(ab, 8)
    }),
  )
})

test('coverage is 1 inside, 0 outside, and unchanged when both are moved', () => {
  fc.assert(
    fc.property(unit, unit, unit, unit, (x, y, dx, dy) => {
      expect(coverOf(square(x, y, 0.2), square(x - 0.1, y - 0.1, 0.4))).toBeCloseTo(1, 8)
      expect(coverOf(square(x, y, 0.2), square(x + 0.5, y, 0.2))).toBe(0)
      const one = coverOf(square(0, 0, 0.2), square(dx / 5, dy / 5, 0.2))
      expect(coverOf(square(x, y, 0.2), square(x + dx / 5, y + dy / 5, 0.2))).toBeCloseTo(one, 8)
      expect(one).toBeCloseTo((1 - dx) * (1 - dy), 8)
    }),
  )
})

test('a concave lot is measured by its drawn outline', () => {
  const dented: Point[] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0.5, 0.2],
    [0, 1],
  ]
  expect(coverOf(square(0, 0, 1), dented)).toBeCloseTo(0.6, 8)
})

test('a vehicle occupies one lot only, and no lot takes more than its capacity', () => {
  fc.assert(
    fc.property(
      fc.array(convex, { maxLength: 8 }),
      fc.array(fc.tuple(convex, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 6 }),
      unit,
      (footprints, drawn, threshold) => {
        const lots = drawn.map(([polygon, room], i) => lot(`L${i}`, polygon, room))
        const found = occupancyOf(
          footprints.map((footprint, i) => car(`P${i}`, footprint)),
          lots,
          threshold,
        )
        const plates = [...found.values()].flat().map(({ vehicle }) => vehicle.plate)
        expect(new Set(plates).size).toBe(plates.length)
        for (const one of lots) expect(found.get(one.lot_no)!.length).toBeLessThanOrEqual(one.motor_num)
        for (const { cover } of [...found.values()].flat()) expect(cover).toBeGreaterThanOrEqual(threshold)
      },
    ),
  )
})

const run = (frames: readonly (readonly string[])[], step = 1000): { changes: Change[]; session: Session } =>
  frames.reduce<{ changes: Change[]; session: Session }>(
    (state, plates, i) => {
      const next = applyFrame(
        state.session,
        plates.map((plate) => ({ vehicle: car(plate, square(0, 0, 1)), cover: 1 })),
        1_000_000 + i * step,
      )
      return { session: next.session, changes: [...state.changes, ...next.changes] }
    },
    { changes: [], session: newSession() },
  )
const story = (frames: readonly (readonly string[])[], step?: number): string[] =>
  run(frames, step).changes.map(({ event_type, stay }) => `${event_type}${stay.plate}`)

test('reports an initial entry in the first frame, an entry later, and an exit', () => {
  expect(story([['A'], ['A'], ['A']])).toEqual(['0A'])
  expect(story([[], [], ['A'], ['A'], [], []])).toEqual(['1A', '3A'])
  expect(story([['A'], ['A'], ['B'], ['B']])).toEqual(['0A', '3A', '1B'])
  // After such a long gap each look counts as a first look.
  expect(story([[], [], ['A'], ['A']], 90_000)).toEqual(['0A'])
})

test('a single frame is not an entry, and a single missing frame is not an exit', () => {
  expect(story([[], [], ['A'], [], ['B'], []])).toEqual([])
  expect(story([['A'], ['A'], [], ['A'], [], ['A']])).toEqual(['0A'])
})

test('entries and exits of a vehicle alternate', () => {
  fc.assert(
    fc.property(fc.array(fc.subarray(['A', 'B', 'C']), { maxLength: 60 }), (frames) => {
      const inside = new Set<string>()
      for (const { event_type, stay } of run(frames).changes) {
        expect(inside.has(stay.plate)).toBe(event_type === 3)
        if (event_type === 3) inside.delete(stay.plate)
        else inside.add(stay.plate)
      }
    }),
  )
})

const by = (more: Partial<FrameRules>): FrameRules => ({ ...default_params, room: 1, ...more })
const storyUnder = (
  frames: readonly (readonly string[])[],
  how: FrameRules,
  vehicle_fields: Partial<SeenVehicle> = {},
): string[] => {
  let session = newSession()
  return frames.flatMap((plates, i) => {
    const next = applyFrame(
      session,
      plates.map((plate) => ({ vehicle: { ...car(plate, square(0, 0, 1)), ...vehicle_fields }, cover: 1 })),
      1_000_000 + i * 1000,
      how,
    )
    session = next.session
    return next.changes.map(({ event_type, stay }) => `${event_type}${stay.plate}@${i}`)
  })
}

test(
  'merge_seconds: a short absence is not an exit, a long one is, and an exit is reported at once when ' +
    'the lot is occupied again',
  () => {
    const gone = (s: number): string[][] => Array.from({ length: s }, () => [])
    expect(storyUnder([['A'], ['A'], ...gone(4), ['A'], ['A']], by({ merge_ms: 5_000 }))).toEqual(['0A@1'])
    expect(storyUnder([['A'], ['A'], ...gone(8)], by({ merge_ms: 5_000 }))).toEqual(['0A@1', '3A@7'])
    expect(storyUnder([['A'], ['A'], ['B'], ['B']], by({ merge_ms: 60_000 }))).toEqual([
      '0A@1',
      '3A@3',
      '1B@3',
    ])
  },
)

test('event_th and motor_min_seconds: a vehicle that is not seen well or long enough is not reported', () => {
  expect(storyUnder([['A'], ['A'], ['A'], [], []], by({ min_confidence: 60 }))).toEqual([])
  expect(storyUnder([['A'], ['A'], ['A'], [], []], by({ min_confidence: 50 }))).toEqual(['0A@1', '3A@4'])
  const rider = { kind: 'motorcycle' as const }
  expect(
    storyUnder(
      [['M'], ['M'], ['M'], ['M'], ['M'], ['M'], [], []],
      by({ motorcycles: { ...default_params.motorcycles, min_ms: 4_000 } }),
      rider,
    ),
  ).toEqual(['0M@4', '3M@7'])
})

test(
  'auto_plate_th and plate_type: a plate of low confidence is left out, and one of the other region ' +
    'has less confidence',
  () => {
    const near: SeenVehicle = { ...car('粤B12345', square(0, 0, 1)), plate_box: [0, 0, 0.04, 0.02] }
    expect(confidenceOf(near, 'mainland') - confidenceOf(near, 'taiwan')).toBe(15)
    expect(confidenceOf({ ...near, plate: 'ABC-1235' }, 'taiwan')).toBe(confidenceOf(near, 'mainland'))
    expect(acceptedPlate('粤B12345', 80, { min_plate: 81, min_han: 0 })).toBe('')
    expect(acceptedPlate('粤B12345', 80, { min_plate: 80, min_han: 77 })).toBe('')
    expect(acceptedPlate('ABC-1235', 80, { min_plate: 80, min_han: 77 })).toBe('ABC-1235')
  },
)

test(
  'motor_det and motor_mode: motorcycles on lots for cars count only if that is enabled, and ' +
    'only with a plate of the right form where that is asked',
  () => {
    const rider: SeenVehicle = { ...car('粤BA1234', square(0, 0, 1)), kind: 'motorcycle' }
    const how = (
      in_car_lots: boolean,
      plated_only: boolean,
      plate_type: 'mainland' | 'taiwan' = 'mainland',
    ) => ({ motorcycles: { in_car_lots, plated_only, min_ms: 0 }, plate_type })
    expect([
      isCounted(rider, false, how(false, false)),
      isCounted(rider, false, how(true, false)),
      isCounted(rider, true, how(false, false)),
    ]).toEqual([false, true, true])
    expect([
      isCounted(rider, true, how(false, true)),
      isCounted(rider, true, how(false, true, 'taiwan')),
      isCounted(car('x', []), false, how(false, true)),
    ]).toEqual([true, false, true])
  },
)

test('reports the parts of a configuration that it does not support', () => {
  const alg_param = {
    cover_th: 0.5,
    event_th: 0.6,
    auto_plate_th: 0.7,
    auto_plate_ch_th: 0.8,
    plate_type: 1,
    merge_seconds: 9,
    motor_det: true,
    motor_mode: 1,
    motor_min_seconds: 5,
    debug_mode: true,
  }
  const scenes = [{ scene_id: 's', camera_sn: 'c', enabled: true, lots: [lot('A01', square(0, 0, 1))] }]
  const { params, problems } = paramsOf({ params: { alg_param }, scenes })
  expect(params).toMatchObject({
    cover: 0.5,
    min_confidence: 60,
    min_plate: 70,
    min_han: 80,
    plate_type: 'taiwan',
    merge_ms: 9_000,
    debug: true,
  })
  expect(problems).toMatchObject([{ field: 'alg_param.motor_mode' }])
  expect(paramsOf({ params: {}, scenes })).toEqual({ params: default_params, problems: [] })
})
