/** Finds plate candidates among lines of text: one line, two lines above each other, or one blob of both. */
import type { TextLine } from './find-text.ts'
import { sizeOf, type Corner, type Quad } from './straighten.ts'

/** A plate's rows from top to bottom, each with the width to which it is scaled for reading, in pixels. */
export type Rows = readonly { readonly quad: Quad; readonly width: number }[]

/** The width of the reader's input for seven or eight signs, and for the two or three of an upper row. */
export const [line_width, upper_width] = [160, 88]
/** Range of a plate's ratio of width to height, seen from the front and at an angle. */
const [min_aspect, max_aspect] = [1.6, 7.5]
/** A blob of two rows has a smaller ratio than this; its upper row ends at this share of its height. */
const two_rows_aspect = 2.7
const upper_share = 0.4
const min_height = 5

/** Plate candidates, single lines first. */
export function rowsOf(lines: readonly TextLine[]): Rows[] {
  const quads = lines.map(({ quad }) => quad).filter((quad) => sizeOf(quad).height >= min_height)
  const single = quads.filter((quad) => {
    const { width, height } = sizeOf(quad)
    return width / height >= min_aspect && width / height <= max_aspect
  })
  const halves = quads.filter((quad) => aspectOf(quad) > 1.1 && aspectOf(quad) < two_rows_aspect)
  const pairs = quads.flatMap((upper) =>
    quads.filter((lower) => isAbove(upper, lower)).map((lower): Rows => twoRows(upper, lower)),
  )
  return [
    ...single.map((quad): Rows => [{ quad, width: line_width }]),
    ...pairs,
    ...halves.filter((quad) => sizeOf(quad).height >= 3 * min_height).map((quad) => twoRows(...split(quad))),
  ]
}

const twoRows = (upper: Quad, lower: Quad): Rows => [
  { quad: upper, width: upper_width },
  { quad: lower, width: line_width },
]
const aspectOf = (quad: Quad): number => sizeOf(quad).width / Math.max(1, sizeOf(quad).height)

/** Cuts the quad in two where the rows of a two-row plate meet. */
function split([a, b, c, d]: Quad): readonly [Quad, Quad] {
  const between = (from: Corner, to: Corner): Corner => [
    from[0] + (to[0] - from[0]) * upper_share,
    from[1] + (to[1] - from[1]) * upper_share,
  ]
  const [left, right] = [between(a, d), between(b, c)]
  return [
    [a, b, right, left],
    [left, right, c, d],
  ]
}

/** Whether two lines are the rows of one plate: close together, centred, and the upper one shorter. */
function isAbove(upper: Quad, lower: Quad): boolean {
  const middle = (quad: Quad, axis: 0 | 1): number => quad.reduce((sum, corner) => sum + corner[axis] / 4, 0)
  const [one, other] = [sizeOf(upper), sizeOf(lower)]
  const apart = middle(lower, 1) - middle(upper, 1)
  return (
    apart > 0.4 * other.height &&
    apart < 1.2 * (one.height + other.height) * 0.7 &&
    Math.abs(middle(lower, 0) - middle(upper, 0)) < 0.25 * other.width &&
    one.width <= 1.05 * other.width &&
    one.width > 0.2 * other.width &&
    one.height < 1.4 * other.height &&
    one.height > 0.35 * other.height
  )
}

/** The quad that contains both rows, aligned with the lower one: the plate, for its picture and colour. */
export function wholeOf(rows: Rows): Quad {
  const [upper, lower] = rows.map(({ quad }) => quad)
  if (!upper) throw new Error('a plate has a row')
  if (!lower) return upper
  const up = upper[0][1] - lower[0][1]
  const up_right = upper[1][1] - lower[1][1]
  const [a, b, c, d] = lower
  return [[a[0], a[1] + up], [b[0], b[1] + up_right], c, d]
}
