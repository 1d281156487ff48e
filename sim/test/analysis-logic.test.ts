import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clip, coverOf, signedArea, type Point } from '../src/analysis/geometry.ts'
import { occupancyOf } from '../src/analysis/occupancy.ts'
import { look, newSession, type Change, type Session } from '../src/analysis/sessions.ts'

const square = (x: number, y: number, size: number): Point[] => [[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
const car = (plate: string, footprint: Point[]) => ({ plate, color: 'blue', footprint, box: [0, 0, 1, 1] as const })
const lot = (lot_no: string, polygon: Point[], motor_num = 1) => ({ lot_no, motor_num, polygon })
const unit = fc.double({ min: 0, max: 1, noNaN: true })
/** A convex outline: points round an ellipse, in order. */
const convex = fc.tuple(unit, unit, fc.double({ min: 0.02, max: 0.5, noNaN: true }), fc.double({ min: 0.02, max: 0.5, noNaN: true }), fc.integer({ min: 3, max: 9 }), unit).map(([x, y, rx, ry, count, turn]) =>
  Array.from({ length: count }, (_, i): Point => [x + rx * Math.cos(turn * 6 + (i / count) * 2 * Math.PI), y + ry * Math.sin(turn * 6 + (i / count) * 2 * Math.PI)]))

test('the part of one outline in another is never larger than either, and the same both ways', () => {
  fc.assert(fc.property(convex, convex, (a, b) => {
    const [ab, ba] = [Math.abs(signedArea(clip(a, b))), Math.abs(signedArea(clip(b, a)))]
    expect(ab).toBeLessThanOrEqual(Math.min(Math.abs(signedArea(a)), Math.abs(signedArea(b))) + 1e-9)
    expect(ab).toBeCloseTo(ba, 8)
    expect(Math.abs(signedArea(clip(a.toReversed(), b)))).toBeCloseTo(ab, 8)
  }))
})

test('cover is a share: all of it inside, none of it beside, and moving both changes nothing', () => {
  fc.assert(fc.property(unit, unit, unit, unit, (x, y, dx, dy) => {
    expect(coverOf(square(x, y, 0.2), square(x - 0.1, y - 0.1, 0.4))).toBeCloseTo(1, 8)
    expect(coverOf(square(x, y, 0.2), square(x + 0.5, y, 0.2))).toBe(0)
    const one = coverOf(square(0, 0, 0.2), square(dx / 5, dy / 5, 0.2))
    expect(coverOf(square(x, y, 0.2), square(x + dx / 5, y + dy / 5, 0.2))).toBeCloseTo(one, 8)
    expect(one).toBeCloseTo((1 - dx) * (1 - dy), 8)
  }))
})

test('a dented lot counts as it is drawn', () => {
  const dented: Point[] = [[0, 0], [1, 0], [1, 1], [0.5, 0.2], [0, 1]]
  expect(coverOf(square(0, 0, 1), dented)).toBeCloseTo(0.6, 8)
})

test('a vehicle stands in one lot only, and no lot takes more than it has room for', () => {
  fc.assert(fc.property(fc.array(convex, { maxLength: 8 }), fc.array(fc.tuple(convex, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 6 }), unit, (footprints, drawn, threshold) => {
    const lots = drawn.map(([polygon, room], i) => lot(`L${i}`, polygon, room))
    const found = occupancyOf(footprints.map((footprint, i) => car(`P${i}`, footprint)), lots, threshold)
    const plates = [...found.values()].flat().map(({ vehicle }) => vehicle.plate)
    expect(new Set(plates).size).toBe(plates.length)
    for (const one of lots) expect(found.get(one.lot_no)!.length).toBeLessThanOrEqual(one.motor_num)
    for (const { cover } of [...found.values()].flat()) expect(cover).toBeGreaterThanOrEqual(threshold)
  }))
})

const run = (frames: readonly (readonly string[])[], step = 1000): { changes: Change[]; session: Session } =>
  frames.reduce<{ changes: Change[]; session: Session }>((state, plates, i) => {
    const next = look(state.session, plates.map((plate) => ({ vehicle: car(plate, square(0, 0, 1)), cover: 1 })), 1_000_000 + i * step)
    return { session: next.session, changes: [...state.changes, ...next.changes] }
  }, { changes: [], session: newSession() })
const story = (frames: readonly (readonly string[])[], step?: number): string[] => run(frames, step).changes.map(({ event_type, stay }) => `${event_type}${stay.plate}`)

test('who was there at first is an initial entry, who comes later an entry, who goes an exit', () => {
  expect(story([['A'], ['A'], ['A']])).toEqual(['0A'])
  expect(story([[], [], ['A'], ['A'], [], []])).toEqual(['1A', '3A'])
  expect(story([['A'], ['A'], ['B'], ['B']])).toEqual(['0A', '3A', '1B'])
  expect(story([[], [], ['A'], ['A']], 90_000)).toEqual(['0A']) // each look after so long a gap is a first one
})

test('one frame is nobody, and one missing frame is no exit', () => {
  expect(story([[], [], ['A'], [], ['B'], []])).toEqual([])
  expect(story([['A'], ['A'], [], ['A'], [], ['A']])).toEqual(['0A'])
})

test('nobody enters twice without an exit between, and nobody leaves who has not entered', () => {
  fc.assert(fc.property(fc.array(fc.subarray(['A', 'B', 'C']), { maxLength: 60 }), (frames) => {
    const inside = new Set<string>()
    for (const { event_type, stay } of run(frames).changes) {
      expect(inside.has(stay.plate)).toBe(event_type === 3)
      if (event_type === 3) inside.delete(stay.plate)
      else inside.add(stay.plate)
    }
  }))
})
