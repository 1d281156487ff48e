/**
 * Whether a camera repeats one picture, for the device and the analysis program alike. Compared is the
 * brightness of a grid of cells, so that a picture which was encoded again, or has a running clock, is
 * recognised.
 */

/** The grid, in cells. A cell of a full HD picture is 30 pixels wide and high. */
export const grid = { width: 64, height: 36 } as const

/**
 * Maximum area of a camera's clock: a strip of this height (in cells, enough for a line of text across a cell
 * border and its shadow) and this share of the cells.
 */
const clock_rows = 5
const clock_share = 0.08

/**
 * Whether two grids of brightness (0 to 255, row by row) are identical except for at most one strip as high
 * as a line of text. A working sensor has noise all over the picture, even at night. A hung encoder repeats
 * the same picture, and only the camera's clock may still change.
 */
export function isSameMoment(one: Uint8Array, other: Uint8Array): boolean {
  let [changed, top, bottom]: [number, number, number] = [0, grid.height, -1]
  for (let at = 0; at < one.length; at++) {
    if (one[at] === other[at]) continue
    const row = Math.floor(at / grid.width)
    changed++
    top = Math.min(top, row)
    bottom = Math.max(bottom, row)
  }
  return bottom - top < clock_rows && changed <= one.length * clock_share
}
