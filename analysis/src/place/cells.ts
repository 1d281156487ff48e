/** The cells of a motorcycle lot: equal parts along its longer sides. */
import { boxAround, type Point } from '../look/boxes.ts'
import { clipToBox } from './polygon.ts'

/** Cuts a polygon into `count` parts; 1 returns it unchanged. */
export function cellsOf(polygon: readonly Point[], count: number): Point[][] {
  if (count <= 1) return [[...polygon]]
  const [a, b, c, d] = polygon
  if (polygon.length === 4 && a && b && c && d) {
    // Divide the longer of the two pairs of opposite sides.
    const along = lengthOf(a, b) + lengthOf(c, d) >= lengthOf(b, c) + lengthOf(d, a)
    const [from, to, back_from, back_to] = along ? [a, b, d, c] : [b, c, a, d]
    return Array.from({ length: count }, (_, at) => [
      between(from, to, at / count),
      between(from, to, (at + 1) / count),
      between(back_from, back_to, (at + 1) / count),
      between(back_from, back_to, at / count),
    ])
  }
  const [left, top, right, bottom] = boxAround(polygon)
  const [wide, high] = [right - left, bottom - top]
  return Array.from({ length: count }, (_, at) =>
    clipToBox(
      polygon,
      wide >= high
        ? [left + (wide * at) / count, top, left + (wide * (at + 1)) / count, bottom]
        : [left, top + (high * at) / count, right, top + (high * (at + 1)) / count],
    ),
  )
}

const lengthOf = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1])
const between = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
]
