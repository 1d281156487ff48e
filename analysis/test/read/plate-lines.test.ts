/** Which lines of text are a vehicle's plate: position, neighbouring vehicles, and plates with two rows. */
import { describe, expect, test } from 'vitest'
import type { Box, Point } from '#src/look/boxes.ts'
import type { Raster } from '#src/picture/raster.ts'
import { around_lot, isCut, ownLines, searchedPart, whole_vehicle, type Search } from '#src/read/own-lines.ts'
import { rowsOf, wholeOf } from '#src/read/plate-rows.ts'
import { neighboursOf, type Occupant } from '#src/read/neighbours.ts'
import { sizeOf, type Quad } from '#src/read/straighten.ts'

const picture: Raster = { width: 1000, height: 1000, pixels: new Uint8Array() }
const quad = (left: number, top: number, width: number, height: number): Quad => [
  [left, top],
  [left + width, top],
  [left + width, top + height],
  [left, top + height],
]

describe('lines of a vehicle', () => {
  const box: Box = [0.3, 0.3, 0.6, 0.7]
  const part = searchedPart(picture, box, whole_vehicle)
  /** Whether a line with its centre here, in pixels of the picture, can be the plate. */
  const isOwn = (
    x: number,
    y: number,
    others: readonly Box[] = [],
    search: Search = whole_vehicle,
  ): boolean => {
    const line = { quad: quad(x - part.left - 40, y - part.top - 10, 80, 20), score: 0.9 }
    return ownLines([line], part, picture, { box, others, search }).length === 1
  }

  test('the lower part is searched, with a margin at the sides and below', () => {
    expect(part).toEqual({ left: 285, top: 399, width: 330, height: 321 })
  })

  test('a plate is low on its vehicle, not on the roof and not next to it', () => {
    expect([isOwn(450, 600), isOwn(350, 560), isOwn(450, 440), isOwn(610, 600)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('a line at the plate position of another vehicle is not read, even if the boxes overlap', () => {
    const beside: Box = [0.52, 0.3, 0.82, 0.7]
    expect([isOwn(590, 600), isOwn(590, 600, [beside])]).toEqual([true, false])
    expect(isOwn(450, 600, [beside])).toBe(true)
    const nearer: Box = [0.35, 0.4, 0.75, 0.9]
    expect([isOwn(500, 690, [nearer]), isOwn(450, 590, [nearer])]).toEqual([false, true])
  })

  test('around a lot a plate counts wherever it is, unless another vehicle is nearer to it', () => {
    const low: readonly [number, number] = [320, 690]
    expect([isOwn(...low), isOwn(...low, [], around_lot)]).toEqual([true, true])
    const high: readonly [number, number] = [450, 420]
    expect([isOwn(...high), isOwn(...high, [], around_lot)]).toEqual([false, true])
    const nearer: Box = [0.2, 0.4, 0.45, 0.8]
    expect(isOwn(...low, [nearer], around_lot)).toBe(false)
  })

  test('a line at a border of the searched part may be cut, at a border of the picture not', () => {
    const at = (left: number, of = part) => isCut(quad(left, 100, 80, 20), of, picture)
    expect([at(120), at(1), at(part.width - 81)]).toEqual([false, true, true])
    expect(at(1, { ...part, left: 0 })).toBe(false)
  })

  test('a vehicle that was detected twice is not its own neighbour', () => {
    expect(isOwn(420, 590, [[0.28, 0.3, 0.58, 0.69]])).toBe(true)
  })
})

describe('neighbours', () => {
  const car = (box: Box, score = 0.7) => ({ box, score, label: 'car' as const })
  const near = car([0.552, 0.586, 0.766, 0.909])
  const behind = car([0.48, 0.413, 0.635, 0.613])
  /** The ground of a lot below all of these boxes. */
  const elsewhere: Point[] = [
    [0.4, 0.95],
    [0.9, 0.95],
    [0.9, 1],
  ]
  const standing = (vehicle: typeof near, value = 0.7, placed = true, sure = true): Occupant => ({
    vehicle,
    value,
    placed,
    sure,
  })

  test('vehicles in other lots are neighbours, and so is a vehicle without a lot', () => {
    const passing = car([0.1, 0.5, 0.3, 0.7])
    expect(
      neighboursOf([standing(near), standing(behind), undefined], elsewhere, 0, [near, behind, passing]),
    ).toEqual([behind.box, passing.box])
  })

  test('a box that may be no vehicle is no neighbour in its lot', () => {
    const whole_row = standing(car([0.4, 0.4, 0.95, 0.99], 0.28), 0.28, true, false)
    expect(neighboursOf([standing(near), whole_row], elsewhere, 0, [near, whole_row.vehicle])).toEqual([])
  })

  test('weak boxes around a car and boxes of its parts are not neighbours', () => {
    const ghosts = [car([0.52, 0.44, 0.93, 0.99], 0.2), car([0.51, 0.48, 0.65, 0.95], 0.2)]
    const part = car([0.56, 0.6, 0.66, 0.9], 0.5)
    const person = { ...car([0.7, 0.7, 0.8, 0.95]), label: 'person' as const }
    expect(neighboursOf([standing(near)], elsewhere, 0, [near, ...ghosts, part, person])).toEqual([])
  })

  test('a box that stands on the ground of the lot is a part of its vehicle, one beside it is not', () => {
    const ground: Point[] = [
      [0.54, 0.75],
      [0.8, 0.75],
      [0.8, 0.93],
      [0.54, 0.93],
    ]
    const [front, other] = [car([0.62, 0.7, 0.8, 0.92], 0.5), car([0.74, 0.7, 0.95, 0.92], 0.5)]
    expect(neighboursOf([standing(near)], ground, 0, [near, front, other])).toEqual([other.box])
  })

  test('a vehicle claimed by two lots is read only for the lot that it is in', () => {
    const lots = [standing(near), standing(near, 0.9, false)]
    expect([0, 1].map((at) => neighboursOf(lots, elsewhere, at, [near]))).toEqual([[], undefined])
    const claims = [standing(near, 0.3, false), standing(near, 0.4, false)]
    expect([0, 1].map((at) => neighboursOf(claims, elsewhere, at, [near]))).toEqual([undefined, []])
  })
})

describe('rows', () => {
  const line = (of: Quad) => ({ quad: of, score: 0.9 })

  test('a single line is a plate if it has the right shape, not if it is too long or too high', () => {
    const found = rowsOf([quad(0, 0, 100, 30), quad(0, 100, 400, 30), quad(200, 0, 20, 60)].map(line))
    expect(found).toHaveLength(1)
    expect(found[0]).toHaveLength(1)
  })

  test('two lines above each other are one plate, whose picture contains both', () => {
    const found = rowsOf([quad(30, 10, 40, 22), quad(10, 34, 80, 34)].map(line))
    const pair = found.find((rows) => rows.length === 2)!
    expect(pair.map((row) => row.quad[0])).toEqual([
      [30, 10],
      [10, 34],
    ])
    expect(sizeOf(wholeOf(pair))).toEqual({ width: 80, height: 58 })
  })

  test('lines that are far apart or side by side are two texts', () => {
    const pairs = rowsOf([quad(0, 0, 80, 20), quad(0, 120, 80, 20), quad(200, 10, 80, 20)].map(line))
    expect(pairs.every((rows) => rows.length === 1)).toBe(true)
  })

  test('a blob of two rows is cut below the upper row', () => {
    const cut = rowsOf([line(quad(0, 0, 88, 44))]).find((rows) => rows.length === 2)!
    expect(cut.map((row) => sizeOf(row.quad).height)).toEqual([expect.closeTo(17.6), expect.closeTo(26.4)])
  })
})
