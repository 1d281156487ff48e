/**
 * Judges whether a camera that answers also sees: a covered lens and a hung encoder both answer with a valid
 * JPEG. Pure: it works on small grids of brightness, one a minute, and returns its state as a value.
 */
import type { PictureHealth } from '@parking/contract'
import { dark } from '../matching/dark.ts'

/** The grid of a judged picture. A cell of a full HD picture is 30 pixels wide and high. */
export const grid = { width: 64, height: 36 } as const
const cells = grid.width * grid.height

/** A dark picture must become this much brighter to count as light again. */
const light_again = 1.5
/**
 * The largest area that a clock may fill: a strip of this height (in cells, for a
 * line of text across a cell border and its shadow) and this share of the cells.
 */
const clock_rows = 5
const clock_share = 0.08

/**
 * The number of pictures in a row, a minute apart, that must agree: three to report a fault, two to clear it.
 */
export const patience = { faulty: 3, healthy: 2 } as const

export type Judged = {
  readonly health: PictureHealth
  /** The result of the last pictures if it differs from `health`, and how many agreed. */
  readonly rising: { readonly to: PictureHealth; readonly times: number } | undefined
  readonly last: Uint8Array | undefined
}

export const unjudged: Judged = { health: '', rising: undefined, last: undefined }

/**
 * Judges the next grid (brightness of `grid.width` x
 * `grid.height` cells, row by row). Throws on another size.
 */
export function judge(before: Judged, picture: Uint8Array): Judged {
  if (picture.length !== cells) throw new Error(`A grid has ${cells} cells, not ${picture.length}`)
  const says = isDark(picture, before.health === 'dark')
    ? 'dark'
    : before.last && isSameMoment(before.last, picture)
      ? 'frozen'
      : ''
  if (says === before.health) return { health: says, rising: undefined, last: picture }
  const times = before.rising?.to === says ? before.rising.times + 1 : 1
  if (times < (says === '' ? patience.healthy : patience.faulty))
    return { health: before.health, rising: { to: says, times }, last: picture }
  return { health: says, rising: undefined, last: picture }
}

/**
 * Nearly everything is black and nothing is lit. Night with lamps is as black on average, but a lamp, a lit
 * window or a lit road fills more than a twentieth of the picture; the white letters of a camera's clock do
 * not.
 */
function isDark(picture: Uint8Array, already: boolean): boolean {
  const factor = already ? light_again : 1
  const mean = picture.reduce((sum, cell) => sum + cell, 0) / cells
  const bright = picture.toSorted()[Math.floor(cells * 0.95)] ?? 0
  return mean < dark.mean * factor && bright < dark.bright * factor
}

/**
 * Whether nothing differs, or only one strip as high as a line of text. A working sensor has noise all over
 * the picture, even at night; a hung encoder repeats itself to the bit, and only the camera's clock may still
 * change.
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
