/**
 * Detects cameras that answer without a usable picture: a covered lens and a hung encoder both deliver a
 * valid JPEG. Pure: works on small grids of brightness, one per minute, and returns its state as a value.
 */
import type { PictureHealth } from '@parking/contract'
import { dark } from '../matching/dark.ts'

/** The grid of a judged picture. A cell of a full HD picture is 30 pixels wide and high. */
export const grid = { width: 64, height: 36 } as const
const cells = grid.width * grid.height

/** A dark picture must become brighter by this factor before it is no longer dark. */
const light_again = 1.5
/**
 * Maximum area of a camera's clock: a strip of this height (in cells, enough for a line of text across a cell
 * border and its shadow) and this share of the cells.
 */
const clock_rows = 5
const clock_share = 0.08

/**
 * Number of consecutive pictures, a minute apart, that must agree: three to report a fault, two to clear it.
 */
export const confirmations = { faulty: 3, healthy: 2 } as const

export type Judged = {
  readonly health: PictureHealth
  /** The result of the last pictures, if it differs from `health`, and how many of them agreed. */
  readonly pending: { readonly to: PictureHealth; readonly times: number } | undefined
  readonly last: Uint8Array | undefined
}

export const unjudged: Judged = { health: '', pending: undefined, last: undefined }

/**
 * Judges the next grid (brightness of `grid.width` x
 * `grid.height` cells, row by row). Throws on another size.
 */
export function judge(before: Judged, picture: Uint8Array): Judged {
  if (picture.length !== cells) throw new Error(`A grid has ${cells} cells, not ${picture.length}`)
  const fault = isDark(picture, before.health === 'dark')
    ? 'dark'
    : before.last && isSameMoment(before.last, picture)
      ? 'frozen'
      : ''
  if (fault === before.health) return { health: fault, pending: undefined, last: picture }
  const times = before.pending?.to === fault ? before.pending.times + 1 : 1
  if (times < (fault === '' ? confirmations.healthy : confirmations.faulty))
    return { health: before.health, pending: { to: fault, times }, last: picture }
  return { health: fault, pending: undefined, last: picture }
}

/**
 * Whether nearly everything is black and nothing is lit. A night scene with lamps is just as black on
 * average, but a lamp, a lit window or a lit road fills more than a twentieth of the picture. The white
 * letters of a camera's clock do not.
 */
function isDark(picture: Uint8Array, already: boolean): boolean {
  const factor = already ? light_again : 1
  const mean = picture.reduce((sum, cell) => sum + cell, 0) / cells
  const bright = picture.toSorted()[Math.floor(cells * 0.95)] ?? 0
  return mean < dark.mean * factor && bright < dark.bright * factor
}

/**
 * Whether the pictures are identical except for at most one strip as high as a line of text. A working sensor
 * has noise all over the picture, even at night. A hung encoder repeats the same picture bit for bit, and
 * only the camera's clock may still change.
 */
function isSameMoment(one: Uint8Array, other: Uint8Array): boolean {
  let [changed, top, bottom]: [number, number, number] = [0, grid.height, -1]
  for (let at = 0; at < cells; at++) {
    if (one[at] === other[at]) continue
    const row = Math.floor(at / grid.width)
    changed++
    top = Math.min(top, row)
    bottom = Math.max(bottom, row)
  }
  return bottom - top < clock_rows && changed <= cells * clock_share
}
