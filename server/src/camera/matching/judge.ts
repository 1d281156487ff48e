/** From a map between two pictures to a word about the scene, and from words to the mark "moved", with hysteresis. Pure. */
import type { CheckReason } from '@parking/contract'
import { areaOf } from '@parking/contract/core/rules.ts'
import type { Match } from './match.ts'
import { composed, isBefore, mapped, type PlaneMap, type Point } from './plane-map.ts'

export type Size = { readonly width: number; readonly height: number }
export type Outline = readonly Point[]

/** A lot's corner that went this far, of the picture's width, has moved: 10 pixels of full HD. Wind sways a pole by less. */
const moved_share = 0.005
/** A lot of which less is left in the picture has no place in it. */
const min_inside = 0.35

export type Compared =
  | {
      readonly result: 'same' | 'moved'
      readonly px: number
      readonly confidence: number
      /** Shares of the reference to shares of the new picture. */ readonly map: PlaneMap
    }
  | { readonly result: 'unclear'; readonly reason: Exclude<CheckReason, ''> }

/** What a match says of the scene's lots. `matched` are the sizes at which the pictures were compared, `size` is the reference's own. */
export function judgeMatch(
  match: Match,
  matched: { reference: Size; picture: Size },
  lots: readonly Outline[],
  size: Size,
): Compared {
  if (match.kind === 'not_found') return { result: 'unclear', reason: match.because }
  const map = inShares(match.map, matched.reference, matched.picture)
  const px = furthest(map, lots, size)
  // Where no witness is, a map only guesses: what it says of a far corner counts when the witnesses have gone somewhere too.
  const gone = px > moved_share * size.width && match.shift > (moved_share * matched.reference.width) / 3
  return { result: gone ? 'moved' : 'same', px: Math.round(px * 10) / 10, confidence: match.confidence, map }
}

/** A pixel's place is its middle; a share counts from the picture's rim. */
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

/** How far the corner goes that goes furthest, in pixels of the reference. */
export function furthest(map: PlaneMap, lots: readonly Outline[], { width, height }: Size): number {
  const corners = lots.length > 0 ? lots.flat() : whole
  return Math.max(
    ...corners.map((at) => {
      const [x, y] = mapped(map, at)
      return Math.hypot((x - at[0]) * width, (y - at[1]) * height)
    }),
  )
}

/** How far apart two maps lay the same lots, in pixels. */
export const apart = (
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

/** A lot as it lies on the new picture: cut off at the rim, and without an outline where too little is left. */
export function movedOutline(map: PlaneMap, lot: Outline): { polygon: [number, number][]; inside: number } {
  if (!lot.every((at) => isBefore(map, at))) return { polygon: [], inside: 0 }
  const there = lot.map((at) => mapped(map, at))
  const cut = clipped(there)
  const area = Math.abs(areaOf(there))
  const inside = area > 0 ? Math.min(1, Math.abs(areaOf(cut)) / area) : 0
  if (inside < min_inside || cut.length < 3) return { polygon: [], inside: neat(inside) }
  return {
    polygon: cut.map(([x, y]): [number, number] => [
      neat(Math.min(1, Math.max(0, x))),
      neat(Math.min(1, Math.max(0, y))),
    ]),
    inside: neat(inside),
  }
}

const neat = (value: number): number => Math.round(value * 1e6) / 1e6

/** The part of an outline within the picture (Sutherland and Hodgman). One that lies inside keeps its corners as they are. */
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

/** What the last comparisons in a row said, where it is not what the mark says. */
export type Rising = { readonly times: number }
export type Verdict = { readonly rising: Rising | undefined; readonly then: 'mark' | 'unmark' | 'nothing' }

/** So many comparisons in a row must say that it moved, or that it stands as before, for the mark to change. */
export const patience = { moved: 3, same: 2 } as const

/** What to do after a comparison. One that cannot tell says nothing, and takes nothing back. */
export function afterCheck(
  marked: boolean,
  rising: Rising | undefined,
  result: Compared['result'],
  needed: { moved: number; same: number } = patience,
): Verdict {
  if (result === 'unclear') return { rising, then: 'nothing' }
  if ((result === 'moved') === marked) return { rising: undefined, then: 'nothing' }
  const times = (rising?.times ?? 0) + 1
  if (times < needed[result]) return { rising: { times }, then: 'nothing' }
  return { rising: undefined, then: result === 'moved' ? 'mark' : 'unmark' }
}
