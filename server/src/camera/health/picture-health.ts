/**
 * Whether a camera that answers also sees (issue: a covered lens and a hung encoder both answer with a sound JPEG). Pure: it judges
 * small grids of brightness, one a minute, and remembers what it needs in a value.
 *
 * Dark: nearly everything is black, and nothing is lit. Night with lamps is as black on average, but a lamp, a lit window or a road
 * under one fills more than a twentieth of the picture; the white letters of a camera's own clock do not.
 *
 * Frozen: nothing has changed but what a clock would. A living sensor has noise, so even an empty street at night differs in cells all
 * over the picture; an encoder that hangs repeats itself to the bit, and where the camera still writes its clock over it, what differs
 * lies in one narrow strip.
 */
import type { PictureHealth } from '@parking/contract'

/** The grid that a picture is judged on. A cell of a picture in full HD is 30 pixels wide and high. */
export const grid = { width: 64, height: 36 } as const
const cells = grid.width * grid.height

/** 0 to 255. A picture is dark when its mean and its 95th percentile are both below. */
const dark_mean = 14
const dark_bright = 28
/** Once dark, it must become this much brighter to be light again. */
const light_again = 1.5
/** The largest part of the picture that a clock may fill: a strip of this height (cells; a line of text that lies across a border of cells, and its shadow) and share of the cells. */
const clock_rows = 5
const clock_share = 0.08

/** Pictures in a row, a minute apart, that must say the same before it is said: three to find trouble, two to take it back. */
export const patience = { trouble: 3, well: 2 } as const

export type Judged = {
  readonly health: PictureHealth
  /** What the last pictures said, if it is not `health`, and how many did. */
  readonly rising: { readonly to: PictureHealth; readonly times: number } | undefined
  readonly last: Uint8Array | undefined
}

export const unjudged: Judged = { health: '', rising: undefined, last: undefined }

/** Takes in the next picture's grid (brightness of `grid.width` x `grid.height` cells, row by row). Throws where it has another size. */
export function judge(before: Judged, picture: Uint8Array): Judged {
  if (picture.length !== cells) throw new Error(`A grid has ${cells} cells, not ${picture.length}`)
  const says = isDark(picture, before.health === 'dark')
    ? 'dark'
    : before.last && isSameMoment(before.last, picture)
      ? 'frozen'
      : ''
  if (says === before.health) return { health: says, rising: undefined, last: picture }
  const times = before.rising?.to === says ? before.rising.times + 1 : 1
  if (times < (says === '' ? patience.well : patience.trouble))
    return { health: before.health, rising: { to: says, times }, last: picture }
  return { health: says, rising: undefined, last: picture }
}

function isDark(picture: Uint8Array, already: boolean): boolean {
  const factor = already ? light_again : 1
  const mean = picture.reduce((sum, cell) => sum + cell, 0) / cells
  const bright = picture.toSorted()[Math.floor(cells * 0.95)] ?? 0
  return mean < dark_mean * factor && bright < dark_bright * factor
}

/** True where nothing differs, or only what lies in one strip as high as a line of text. */
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
