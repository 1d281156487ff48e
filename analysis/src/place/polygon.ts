/** Areas of polygons, and how much of them boxes cover. */
import type { Box, Point } from '../look/boxes.ts'

/** The area as a share of the picture; 0 for fewer than three points. */
export function areaOfPolygon(points: readonly Point[]): number {
  let sum = 0
  points.forEach(([x, y], at) => {
    const [next_x, next_y] = points[(at + 1) % points.length]!
    sum += x * next_y - next_x * y
  })
  return Math.abs(sum) / 2
}

/** The part of a polygon inside a box (Sutherland-Hodgman); empty if they do not overlap. */
export function clipToBox(points: readonly Point[], [left, top, right, bottom]: Box): Point[] {
  const inLeft = clipAxis(points, 0, left, 1)
  const inRight = clipAxis(inLeft, 0, right, -1)
  const inTop = clipAxis(inRight, 1, top, 1)
  return clipAxis(inTop, 1, bottom, -1)
}

/** Keeps the part beyond `limit` on one axis; `side` 1 keeps values above it, -1 values below it. */
function clipAxis(points: readonly Point[], axis: 0 | 1, limit: number, side: 1 | -1): Point[] {
  return points.flatMap((point, at) => {
    const next = points[(at + 1) % points.length]!
    const [here, there] = [side * (point[axis] - limit), side * (next[axis] - limit)]
    const kept: Point[] = here >= 0 ? [point] : []
    if ((here > 0 && there < 0) || (here < 0 && there > 0)) {
      const share = here / (here - there)
      kept.push([point[0] + share * (next[0] - point[0]), point[1] + share * (next[1] - point[1])])
    }
    return kept
  })
}

/** Whether a point is inside the polygon (even-odd rule). */
export function isInside([x, y]: Point, points: readonly Point[]): boolean {
  let inside = false
  points.forEach(([ax, ay], at) => {
    const [bx, by] = points[(at + 1) % points.length]!
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  })
  return inside
}

const samples = 16

/** The share (0 to 1) of a polygon's area that the boxes cover together, by sampling. */
export function coveredShare(points: readonly Point[], boxes: readonly Box[]): number {
  if (boxes.length === 0 || points.length < 3) return 0
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
  let [all, covered] = [0, 0]
  for (let row = 0; row < samples; row++)
    for (let column = 0; column < samples; column++) {
      const x = left + (width * (column + 0.5)) / samples
      const y = top + (height * (row + 0.5)) / samples
      if (!isInside([x, y], points)) continue
      all++
      if (boxes.some((box) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3])) covered++
    }
  return all === 0 ? 0 : covered / all
}
