/** Measurements on polygons. All take plain points; the caller chooses the coordinate space. */
import { areaOf } from '@parking/contract/core/rules.ts'
import { distance, type AnyPoint } from './geometry.ts'

type Triangle = readonly [AnyPoint, AnyPoint, AnyPoint]
export type Box = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const cross = (a: AnyPoint, b: AnyPoint, c: AnyPoint): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

/** The bounding box of the points. */
export function boxOf(points: readonly AnyPoint[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { left, top, right, bottom }
}

/** Whether two boxes overlap by more than an edge. */
export const boxesMeet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Whether the polygon contains the point (even-odd rule). */
export function contains(points: readonly AnyPoint[], at: AnyPoint): boolean {
  let within = false
  for (const [i, a] of points.entries()) {
    const b = points[(i + 1) % points.length]!
    if (a[1] > at[1] !== b[1] > at[1] && at[0] < ((b[0] - a[0]) * (at[1] - a[1])) / (b[1] - a[1]) + a[0])
      within = !within
  }
  return within
}

/** The distance of a point from the segment between two others. */
export function distanceToEdge(at: AnyPoint, a: AnyPoint, b: AnyPoint): number {
  const length = distance(a, b) ** 2
  const along =
    length === 0
      ? 0
      : Math.min(1, Math.max(0, ((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])) / length))
  return distance(at, [a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])])
}

/** Whether two edges of the outline cross each other. */
export function crossesItself(points: readonly AnyPoint[]): boolean {
  const edges = points.map((a, i) => [a, points[(i + 1) % points.length]!] as const)
  return edges.some(([a, b], i) =>
    edges.some(([c, d], j) => {
      const apart = j > i + 1 && !(i === 0 && j === edges.length - 1)
      return apart && cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0
    }),
  )
}

/**
 * Triangulates a simple polygon by ear clipping. Parts that cannot be clipped (of a self-crossing outline)
 * are left out.
 */
export function triangles(points: readonly AnyPoint[]): Triangle[] {
  const turn = Math.sign(areaOf(points)) || 1
  const rest = [...points]
  const cut: Triangle[] = []
  while (rest.length > 2) {
    const ear = rest.findIndex((tip, i) => {
      const [before, after] = [rest.at(i - 1)!, rest[(i + 1) % rest.length]!]
      if (cross(before, tip, after) * turn <= 0) return false
      return !rest.some(
        (other) =>
          other !== before &&
          other !== tip &&
          other !== after &&
          inTriangle(other, [before, tip, after], turn),
      )
    })
    if (ear === -1) break
    cut.push([rest.at(ear - 1)!, rest[ear]!, rest[(ear + 1) % rest.length]!])
    rest.splice(ear, 1)
  }
  return cut
}

const inTriangle = (at: AnyPoint, [a, b, c]: Triangle, turn: number): boolean =>
  cross(a, b, at) * turn > 0 && cross(b, c, at) * turn > 0 && cross(c, a, at) * turn > 0

/** The common area of two simple polygons. */
export function overlapOf(one: readonly AnyPoint[], other: readonly AnyPoint[]): number {
  if (!boxesMeet(boxOf(one), boxOf(other))) return 0
  const others = triangles(other)
  return triangles(one).reduce(
    (sum, first) => sum + others.reduce((part, second) => part + commonArea(first, second), 0),
    0,
  )
}

/** Clips one triangle by the edges of another (Sutherland-Hodgman); both are convex, so the result is too. */
function commonArea(one: Triangle, by: Triangle): number {
  const turn = Math.sign(areaOf(by)) || 1
  let left: AnyPoint[] = [...one]
  for (const [i, a] of by.entries()) {
    const b = by[(i + 1) % 3]!
    const sides = left.map((at) => cross(a, b, at) * turn)
    left = left.flatMap((at, k): AnyPoint[] => {
      const [next, here, there] = [left[(k + 1) % left.length]!, sides[k]!, sides[(k + 1) % left.length]!]
      const kept = here >= 0 ? [at] : []
      if (here >= 0 === there >= 0) return kept
      const along = here / (here - there)
      return [...kept, [at[0] + along * (next[0] - at[0]), at[1] + along * (next[1] - at[1])]]
    })
  }
  return left.length < 3 ? 0 : Math.abs(areaOf(left))
}

/**
 * Where to put the lot's number: at its centroid, or if that is outside, at the centroid of its largest
 * triangle.
 */
export function labelPoint(points: readonly AnyPoint[]): AnyPoint {
  const parts = triangles(points).map((part) => ({ centre: centreOf(part), area: Math.abs(areaOf(part)) }))
  const area = parts.reduce((sum, part) => sum + part.area, 0)
  if (area === 0) return centreOf(points)
  const at: AnyPoint = [0, 1].map(
    (axis) => parts.reduce((sum, part) => sum + part.centre[axis]! * part.area, 0) / area,
  ) as unknown as AnyPoint
  return contains(points, at)
    ? at
    : parts.reduce((best, part) => (part.area > best.area ? part : best)).centre
}

const centreOf = (points: readonly AnyPoint[]): AnyPoint => [
  points.reduce((sum, at) => sum + at[0], 0) / points.length,
  points.reduce((sum, at) => sum + at[1], 0) / points.length,
]

/** An order of the four corners whose outline does not cross itself: users may click them crosswise. */
export function untangled(points: readonly AnyPoint[]): readonly number[] {
  const orders =
    points.length === 4
      ? [
          [0, 1, 2, 3],
          [0, 1, 3, 2],
          [0, 2, 1, 3],
        ]
      : [[...points.keys()]]
  return orders.find((order) => !crossesItself(order.map((i) => points[i]!))) ?? [...points.keys()]
}
