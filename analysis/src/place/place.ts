/** Assigns vehicles to lots by the ground under them, and measures how much of each lot is hidden. */
import { areaOf, type Box, type Detection, type Point } from '../look/boxes.ts'
import { keyOf, type View } from '../look/look.ts'
import { areaOfPolygon, clipToBox, coveredShare, isInside } from './polygon.ts'

/** The lowest share of a box, where the vehicle touches the ground. */
const ground_share = 0.4
/** A detection with more than this share of its box inside a fixed mark is that mark, not a vehicle. */
const feature_share = 0.8

export type Placement = {
  /** `keyOf` of the lot. */
  readonly key: string
  /** The vehicle that is parked in the lot. */
  readonly vehicle?: Detection
  /** The cover of that vehicle (`coverOf`); without a vehicle, the cover of the best candidate. */
  readonly cover: number
  /** The share of the lot's ground that nearer vehicles hide, 0 to 1. */
  readonly hidden: number
  /** The share of the lot's ground that people hide, 0 to 1. */
  readonly people: number
}

/** The ground under a vehicle: the lowest part of its box. */
export function groundOf([left, top, right, bottom]: Box): Box {
  return [left, bottom - (bottom - top) * ground_share, right, bottom]
}

/**
 * How much of a vehicle is in a lot, 0 to 1: the shared ground, divided by the smaller of the two grounds. A
 * van that is larger than its lot fills it, and so does a small car in a long lot.
 */
export function coverOf(box: Box, polygon: readonly Point[]): number {
  const ground = groundOf(box)
  const smaller = Math.min(areaOf(ground), areaOfPolygon(polygon))
  return smaller < 1e-9 ? 0 : Math.min(1, areaOfPolygon(clipToBox(polygon, ground)) / smaller)
}

/** The y of the point nearest to the camera; gives the order of occlusion along a kerb. */
const footOf = (polygon: readonly Point[]): number => Math.max(...polygon.map(([, y]) => y))

const isTwoWheeled = ({ label }: Detection): boolean => label === 'motorcycle' || label === 'bicycle'

/** The detections that may be parked vehicles: in the focus, not a fixed feature, not a person. */
export function vehiclesIn(detections: readonly Detection[], { focus, feature }: View): Detection[] {
  return detections.filter(({ box, label }) => {
    if (label === 'person') return false
    const ground = groundOf(box)
    const foot: Point = [(ground[0] + ground[2]) / 2, (ground[1] + ground[3]) / 2]
    if (focus && !isInside(foot, focus)) return false
    const whole = areaOf(box)
    return !feature.some((mark) => areaOfPolygon(clipToBox(mark, box)) > feature_share * whole)
  })
}

/**
 * One placement for each lot of the view, in order. A vehicle belongs to one lot and a lot holds one vehicle:
 * of all assignments, the one with the largest cover, weighted by score, is chosen.
 */
export function place(detections: readonly Detection[], view: View): Placement[] {
  const { lots, cover_th, motor_det } = view
  const vehicles = vehiclesIn(detections, view)
  const people = detections.filter(({ label }) => label === 'person').map(({ box }) => box)
  const covers = lots.map(({ polygon, motorcycles }) =>
    vehicles.map((vehicle) =>
      isTwoWheeled(vehicle) && !motorcycles && !motor_det ? 0 : coverOf(vehicle.box, polygon),
    ),
  )
  const chosen = assign(
    covers.map((row) =>
      row.map((cover, at) => (cover >= cover_th && cover > 0 ? cover * (0.5 + vehicles[at]!.score / 2) : 0)),
    ),
  )
  const owner = new Map(chosen.flatMap((at, lot) => (at === undefined ? [] : [[at, lot] as const])))
  return lots.map((lot, row) => {
    const at = chosen[row]
    const nearer = vehicles.flatMap(({ box }, other) => {
      if (other === at) return []
      const own_lot = owner.get(other)
      const foot = own_lot === undefined ? box[3] : footOf(lots[own_lot]!.polygon)
      return foot > footOf(lot.polygon) ? [box] : []
    })
    return {
      key: keyOf(lot),
      ...(at !== undefined && { vehicle: vehicles[at]! }),
      cover: at === undefined ? Math.max(0, ...covers[row]!) : covers[row]![at]!,
      hidden: coveredShare(lot.polygon, nearer),
      people: coveredShare(lot.polygon, people),
    }
  })
}

/**
 * `gains[row][column]` is at least 0, and 0 forbids the pair. Returns the column of each row, or undefined if
 * the row gets none. No column is assigned twice.
 */
export function assign(gains: readonly (readonly number[])[]): (number | undefined)[] {
  const rows = gains.length
  const columns = gains[0]?.length ?? 0
  // Each row gets an extra column that means "none", so that there are always enough columns.
  const width = columns + rows
  const costOf = (row: number, column: number): number =>
    column < columns ? -(gains[row]?.[column] ?? 0) : 0
  const potential_of_row = new Float64Array(rows + 1)
  const potential_of_column = new Float64Array(width + 1)
  const row_of = new Int32Array(width + 1)
  const came_from = new Int32Array(width + 1)
  for (let row = 1; row <= rows; row++) {
    row_of[0] = row
    let column = 0
    const min_reduced = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY)
    const used = new Uint8Array(width + 1)
    do {
      used[column] = 1
      const current = row_of[column]!
      let [delta, next] = [Number.POSITIVE_INFINITY, 0]
      for (let other = 1; other <= width; other++) {
        if (used[other]) continue
        const reduced =
          costOf(current - 1, other - 1) - potential_of_row[current]! - potential_of_column[other]!
        if (reduced < min_reduced[other]!) {
          min_reduced[other] = reduced
          came_from[other] = column
        }
        if (min_reduced[other]! < delta) {
          delta = min_reduced[other]!
          next = other
        }
      }
      for (let other = 0; other <= width; other++) {
        if (used[other]) {
          potential_of_row[row_of[other]!]! += delta
          potential_of_column[other]! -= delta
        } else min_reduced[other]! -= delta
      }
      column = next
    } while (row_of[column] !== 0)
    do {
      const before = came_from[column]!
      row_of[column] = row_of[before]!
      column = before
    } while (column !== 0)
  }
  const result = Array.from({ length: rows }, (): number | undefined => undefined)
  for (let column = 1; column <= columns; column++) {
    const row = row_of[column]! - 1
    if (row >= 0 && (gains[row]?.[column - 1] ?? 0) > 0) result[row] = column - 1
  }
  return result
}
