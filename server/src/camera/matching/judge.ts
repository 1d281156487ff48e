/** Decides from the map between two pictures whether the camera has moved, with hysteresis. Pure. */
import type { CheckReason } from '@parking/contract'
import { areaOf } from '@parking/contract/core/rules.ts'
import type { Match } from './match.ts'
import { composed, isInFront, mapped, type PlaneMap, type Point } from './plane-map.ts'

export type Size = { readonly width: number; readonly height: number }
export type Outline = readonly Point[]

/**
 * The camera has moved if a corner of a lot is displaced by this share of the picture's width: 10 pixels in
 * full HD. Wind sways a pole by less.
 */
const moved_share = 0.005
/** Or by this share of the narrowest lot, if that is less: a distant lot is narrow. */
const moved_of_lot = 0.25
/** A smaller displacement, as a share of the width, is noise. */
const min_share = 0.002
/** A lot is out of view if a smaller share of it remains in the picture. */
const min_inside = 0.35

export type Compared =
  | {
      readonly result: 'same' | 'moved'
      readonly px: number
      readonly confidence: number
      /** Maps positions in the reference to positions in the new picture, both as shares of the size. */
      readonly map: PlaneMap
    }
  | { readonly result: 'unclear'; readonly reason: Exclude<CheckReason, ''> }

/**
 * Judges a match for the lots of a scene. `matched` holds the sizes of the compared pictures. `size` is the
 * size of the reference.
 */
export function judgeMatch(
  match: Match,
  matched: { reference: Size; picture: Size },
  lots: readonly Outline[],
  size: Size,
): Compared {
  if (match.kind === 'not_found') return { result: 'unclear', reason: match.because }
  const map = inShares(match.map, matched.reference, matched.picture)
  const px = maxDisplacement(map, lots, size)
  // Away from the matched pairs the map is a guess: a far corner counts only if the matched pairs moved too.
  const share = movedShare(lots)
  const moved = px > share * size.width && match.shift > (share * matched.reference.width) / 3
  return { result: moved ? 'moved' : 'same', px: Math.round(px * 10) / 10, confidence: match.confidence, map }
}

/** The share of the picture's width by which a corner must be displaced. */
function movedShare(lots: readonly Outline[]): number {
  const widths = lots.map((lot) => {
    const xs = lot.map(([x]) => x)
    return Math.max(...xs) - Math.min(...xs)
  })
  return Math.max(min_share, Math.min(moved_share, ...widths.map((width) => moved_of_lot * width)))
}

/** Converts a map in pixels to a map in shares. Pixel positions are centres; shares start at the edge. */
function inShares(map: PlaneMap, from: Size, to: Size): PlaneMap {
  const pixels: PlaneMap = [from.width, 0, -0.5, 0, from.height, -0.5, 0, 0, 1]
  const shares: PlaneMap = [1 / to.width, 0, 0.5 / to.width, 0, 1 / to.height, 0.5 / to.height, 0, 0, 1]
  return composed(shares, composed(map, pixels))
}

const whole: Outline = [
  [0.2, 0.2],
  [0.8, 0.2],
  [0.8, 0.8],
  [0.2, 0.8],
]

/** The largest displacement of a corner, in pixels of the reference. */
export function maxDisplacement(map: PlaneMap, lots: readonly Outline[], { width, height }: Size): number {
  const corners = lots.length > 0 ? lots.flat() : whole
  return Math.max(
    ...corners.map((at) => {
      const [x, y] = mapped(map, at)
      return Math.hypot((x - at[0]) * width, (y - at[1]) * height)
    }),
  )
}

/** The largest distance between the corners of the same lots under two maps, in pixels. */
export const mapDistance = (
  one: PlaneMap,
  other: PlaneMap,
  lots: readonly Outline[],
  { width, height }: Size,
): number =>
  Math.max(
    ...(lots.length > 0 ? lots.flat() : whole).map((at) => {
      const [a, b] = [mapped(one, at), mapped(other, at)]
      return Math.hypot((a[0] - b[0]) * width, (a[1] - b[1]) * height)
    }),
  )

/** A lot in the new picture, clipped to it. The polygon is empty if too little of the lot is in view. */
export function movedOutline(map: PlaneMap, lot: Outline): { polygon: [number, number][]; inside: number } {
  if (!lot.every((at) => isInFront(map, at))) return { polygon: [], inside: 0 }
  const there = lot.map((at) => mapped(map, at))
  const cut = clipped(there)
  const area = Math.abs(areaOf(there))
  const inside = area > 0 ? Math.min(1, Math.abs(areaOf(cut)) / area) : 0
  if (inside < min_inside || cut.length < 3) return { polygon: [], inside: rounded(inside) }
  return {
    polygon: cut.map(([x, y]): [number, number] => [
      rounded(Math.min(1, Math.max(0, x))),
      rounded(Math.min(1, Math.max(0, y))),
    ]),
    inside: rounded(inside),
  }
}

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/** Clips an outline to the picture (Sutherland and Hodgman). An outline inside the picture is unchanged. */
function clipped(outline: Outline): Outline {
  const sides = [([x]: Point) => x, ([x]: Point) => 1 - x, ([, y]: Point) => y, ([, y]: Point) => 1 - y]
  return sides.reduce<Outline>(
    (rest, far) =>
      rest.flatMap((at, i): Point[] => {
        const next = rest[(i + 1) % rest.length]!
        const [here, there] = [far(at), far(next)]
        const kept: Point[] = here >= 0 ? [at] : []
        if (here >= 0 === there >= 0) return kept
        const along = here / (here - there)
        return [...kept, [at[0] + along * (next[0] - at[0]), at[1] + along * (next[1] - at[1])]]
      }),
    outline,
  )
}

/** Number of consecutive comparisons that disagree with the mark. */
export type PendingMark = { readonly times: number }
export type Verdict = {
  readonly pending: PendingMark | undefined
  readonly then: 'mark' | 'unmark' | 'nothing'
}

/** Number of consecutive comparisons that must result in `moved` or `same` before the mark changes. */
export const confirmations = { moved: 3, same: 2 } as const

/** What to do after a comparison. An unclear comparison changes nothing and resets nothing. */
export function afterCheck(
  marked: boolean,
  pending: PendingMark | undefined,
  result: Compared['result'],
  needed: { moved: number; same: number } = confirmations,
): Verdict {
  if (result === 'unclear') return { pending, then: 'nothing' }
  if ((result === 'moved') === marked) return { pending: undefined, then: 'nothing' }
  const times = (pending?.times ?? 0) + 1
  if (times < needed[result]) return { pending: { times }, then: 'nothing' }
  return { pending: undefined, then: result === 'moved' ? 'mark' : 'unmark' }
}
