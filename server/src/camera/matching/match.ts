/**
 * Finds the map between two pictures of one place: pairs similar features, selects the map that most pairs
 * support (RANSAC, Fischler and Bolles) and refines it by least squares. Moving cars support no common map.
 * Long because pairing, selecting and verifying share their thresholds.
 */
import {
  chosenFeatures,
  descriptor_size,
  featuresOf,
  type Features,
  type Grey,
  createWorkspace,
  type Workspace,
} from './features.ts'
import { dark } from './dark.ts'
import { withoutPauses, type Sliced } from './slices.ts'
import {
  homographyOf,
  identity,
  mapped,
  similarityOf,
  type Pair,
  type PlaneMap,
  type Point,
} from './plane-map.ts'

export type Outline = readonly Point[]
/** Areas in shares of the reference. `lots` are ignored because cars change; in `marks` nothing moves. */
export type Hints = { readonly lots: readonly Outline[]; readonly marks: readonly Outline[] }
export type Match =
  /** `map` maps pixels of the first picture to pixels of the second. */
  | {
      readonly kind: 'found'
      readonly map: PlaneMap
      readonly inliers: number
      /** From 0 to 1. */
      readonly confidence: number
      /** The median displacement of the supporting pairs, in pixels. */
      readonly shift: number
    }
  | { readonly kind: 'not_found'; readonly because: 'dark' | 'blank' | 'another' }

/** All distances are in pixels of pictures that are 640 pixels wide (matcher.ts). */
/** Fewer corners than this indicate a covered lens, fog or a wall. */
const min_features = 60
/** If fewer corners than this are outside the lots, all corners are used. */
const min_outside = 90
/**
 * Pairs are first searched within this distance, which suffices for a still camera at a tenth of the cost.
 */
const near_px = 22
const near_similarity = 0.86
const ratio = 0.86
/** Number of pairs that must support a map. */
const min_inliers = 18
/**
 * Share of all corners that must support a map found nearby, because a row of stalls is a repeated pattern.
 */
const near_share = 0.45
/** If two maps have nearly as many supporters and are this many pixels apart, neither is certain. */
const rival = { share: 0.8, px: 6 } as const
/** Number of parts of the picture (of 20) that the pairs must cover: a bus that drove on covers few. */
const min_cells = 6
/** A near map that shifts the middle by less belongs to a still or swaying camera. */
const still_px = 2
const tries = 1_500
const [rough_px, fine_px] = [4, 1.6]

/** Runs without pauses. Callers that must stay responsive run `matching` in slices (slices.ts). */
export const matchPictures = (
  reference: Grey,
  picture: Grey,
  hints: Hints = { lots: [], marks: [] },
): Match => withoutPauses(matching(reference, picture, hints, createWorkspace()))

/** Computes the map between two pictures. Yields every few milliseconds. One computation per workspace. */
export function* matching(
  reference: Grey,
  picture: Grey,
  { lots, marks }: Hints,
  workspace: Workspace,
): Sliced<Match> {
  if (isDark(reference) || isDark(picture)) return { kind: 'not_found', because: 'dark' }
  const known = outsideLots(yield* featuresOf(reference, workspace), reference, lots, marks)
  const seen = yield* featuresOf(picture, workspace)
  if (known.count < min_features || seen.count < min_features) return { kind: 'not_found', because: 'blank' }
  const near = yield* nearPairs(known, seen)
  const close = yield* fitted(near, reference)
  const is_strong =
    close && close.inliers >= Math.max(25, near_share * known.count) && close.cells >= min_cells
  const stays = close && displaced(close.map, reference) < still_px
  if (stays && is_strong) return found(close)
  const unlike = yield* allPairs(known, seen)
  // A row of stalls is a repeated pattern: corners unlike all others must support a near map with
  // displacement.
  const backed = close && supporters(close.map, unlike, rough_px).length >= min_inliers
  if (backed && is_strong) return found(close)
  const still = stays || backed ? close : undefined
  const moved = yield* fitted(unlike, reference)
  const unmoved = near.filter(({ from, to }) => Math.hypot(from[0] - to[0], from[1] - to[1]) < 2).length
  const best = moved && (!still || moved.inliers > still.inliers) ? moved : still
  if (!best || best.inliers < min_inliers || best.cells < min_cells)
    return { kind: 'not_found', because: 'another' }
  // Among repeated objects (lots, windows) a map may be off by one object. As many pairs are then unmoved.
  if (best === moved && displaced(best.map, reference) > 6 && best.inliers < 1.5 * unmoved)
    return { kind: 'not_found', because: 'another' }
  const other = best === moved ? still : moved
  if (
    other &&
    other.inliers >= Math.max(min_inliers, rival.share * best.inliers) &&
    apart(best.map, other.map, reference) > rival.px
  )
    return { kind: 'not_found', because: 'another' }
  return found(best)
}

/** The largest distance between two maps at the corners of the picture's middle, in pixels. */
const apart = (one: PlaneMap, other: PlaneMap, { width, height }: Grey): number =>
  Math.max(
    ...[0.25, 0.75].flatMap((x) =>
      [0.25, 0.75].map((y) => {
        const [a, b] = [mapped(one, [x * width, y * height]), mapped(other, [x * width, y * height])]
        return Math.hypot(a[0] - b[0], a[1] - b[1])
      }),
    ),
  )

type Fit = {
  readonly map: PlaneMap
  readonly inliers: number
  readonly cells: number
  readonly shift: number
}

const found = ({ map, inliers, cells, shift }: Fit): Match => ({
  kind: 'found',
  map,
  inliers,
  shift,
  confidence: Math.round(Math.min(1, (inliers / (inliers + 15)) * Math.min(1, cells / 8)) * 1000) / 1000,
})

const displaced = (map: PlaneMap, { width, height }: Grey): number => {
  const [x, y] = mapped(map, [width / 2, height / 2])
  return Math.hypot(x - width / 2, y - height / 2)
}

/** Whether nearly everything is black and nothing is lit, by the same limits as in picture-health.ts. */
function isDark({ pixels }: Grey): boolean {
  const counts = new Uint32Array(256)
  let sum = 0
  for (const value of pixels) {
    counts[value]!++
    sum += value
  }
  let [bright, seen] = [255, 0]
  while (bright > 0 && (seen += counts[bright]!) < pixels.length * 0.05) bright--
  return sum / pixels.length < dark.mean && bright < dark.bright
}

function outsideLots(
  features: Features,
  { width, height }: Grey,
  lots: readonly Outline[],
  marks: readonly Outline[],
): Features {
  const within = (outlines: readonly Outline[], at: number) =>
    outlines.some((outline) => contains(outline, [features.xs[at]! / width, features.ys[at]! / height]))
  const all = Array.from({ length: features.count }, (_, at) => at)
  const outside = all.filter((at) => !within(lots, at) || within(marks, at))
  // If lots fill the picture, too little is left, so corners inside the lots are used as well.
  return outside.length < min_outside ? features : chosenFeatures(features, outside)
}

function contains(outline: Outline, [x, y]: Point): boolean {
  let inside = false
  for (const [i, a] of outline.entries()) {
    const b = outline[(i + 1) % outline.length]!
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside
  }
  return inside
}

/**
 * The similarity of corner `i` of one list and corner `j` of the other; 1 if they are equal. Computes four
 * sums in parallel, because a comparison spends most of its time here.
 */
function similarity(one: Float32Array, i: number, other: Float32Array, j: number): number {
  let [first, second, third, fourth] = [0, 0, 0, 0]
  const by = (j - i) * descriptor_size
  for (let k = i * descriptor_size, end = k + descriptor_size; k < end; k += 4) {
    first += one[k]! * other[k + by]!
    second += one[k + 1]! * other[k + by + 1]!
    third += one[k + 2]! * other[k + by + 2]!
    fourth += one[k + 3]! * other[k + by + 3]!
  }
  return first + second + (third + fourth)
}

const pairOf = (one: Features, i: number, other: Features, j: number): Pair => ({
  from: [one.xs[i]!, one.ys[i]!],
  to: [other.xs[j]!, other.ys[j]!],
})

/** Pairs each corner with the most similar corner nearby. */
function* nearPairs(known: Features, seen: Features): Sliced<Pair[]> {
  const pairs: Pair[] = []
  for (let i = 0; i < known.count; i++) {
    yield
    let [best, at] = [near_similarity, -1]
    for (let j = 0; j < seen.count; j++) {
      if (
        seen.levels[j] !== known.levels[i] ||
        Math.abs(seen.xs[j]! - known.xs[i]!) > near_px ||
        Math.abs(seen.ys[j]! - known.ys[i]!) > near_px
      )
        continue
      const like = similarity(known.descriptors, i, seen.descriptors, j)
      if (like > best) [best, at] = [like, j]
    }
    if (at >= 0) pairs.push(pairOf(known, i, seen, at))
  }
  return pairs
}

/** Pairs corners anywhere that are each other's best match, clearly better than the second best. */
function* allPairs(known: Features, seen: Features): Sliced<Pair[]> {
  const back = new Int32Array(seen.count).fill(-1)
  const best_similarity = new Float32Array(seen.count).fill(-1)
  const ahead: { j: number; like: number }[][] = []
  for (let i = 0; i < known.count; i++) {
    yield
    const top: { j: number; like: number }[] = []
    for (let j = 0; j < seen.count; j++) {
      const like = similarity(known.descriptors, i, seen.descriptors, j)
      if (like > best_similarity[j]!) [best_similarity[j], back[j]] = [like, i]
      if (top.length < 4 || like > top[3]!.like) {
        top.push({ j, like })
        top.sort((a, b) => b.like - a.like)
        top.length = Math.min(4, top.length)
      }
    }
    ahead.push(top)
  }
  return ahead.flatMap(([best, ...others], i) => {
    if (!best || best.like < 0.7) return []
    // The same corner at another scale does not count as the second best.
    const rival = others.find(
      ({ j }) => Math.hypot(seen.xs[j]! - seen.xs[best.j]!, seen.ys[j]! - seen.ys[best.j]!) > 8,
    )
    const far = (like: number) => Math.sqrt(Math.max(0, 2 - 2 * like))
    const same = back[best.j]!
    const mutual =
      same === i || Math.hypot(known.xs[same]! - known.xs[i]!, known.ys[same]! - known.ys[i]!) < 8
    return mutual && (!rival || far(best.like) < ratio * far(rival.like))
      ? [pairOf(known, i, seen, best.j)]
      : []
  })
}

/** The map that most pairs support, or undefined. */
function* fitted(pairs: readonly Pair[], { width, height }: Grey): Sliced<Fit | undefined> {
  if (pairs.length < 6) return undefined
  const random = generator(pairs.length * 7919 + 1)
  let [best, most] = [identity, counted(identity, pairs, rough_px)]
  for (let turn = 0; turn < tries; turn++) {
    if (turn % 10 === 9) yield
    const [a, b] = [pairs[Math.floor(random() * pairs.length)]!, pairs[Math.floor(random() * pairs.length)]!]
    if (Math.hypot(a.from[0] - b.from[0], a.from[1] - b.from[1]) < 40) continue
    const map = similarityOf([a, b])
    if (!map || !isLikely(map)) continue
    const count = counted(map, pairs, rough_px)
    if (count > most) [best, most] = [map, count]
    if (turn > 150 && most > 0.6 * pairs.length) break
  }
  if (most < 6) return undefined
  let straight = best
  for (let turn = 0; turn < 6; turn++)
    straight = similarityOf(supporters(straight, pairs, turn < 2 ? rough_px : fine_px + 0.4)) ?? straight
  yield
  let tilted: PlaneMap = straight
  // A turned camera maps by a homography, whose far corners deviate more from the similarity.
  for (let turn = 0; turn < 8; turn++)
    tilted =
      homographyOf(supporters(tilted, pairs, turn < 3 ? (3 * rough_px) / (turn + 1) + 2 : fine_px + 0.4)) ??
      tilted
  const [of_straight, of_tilted] = [supporters(straight, pairs, fine_px), supporters(tilted, pairs, fine_px)]
  // With many pairs a small gain is significant; with few pairs the simpler map is safer.
  const better =
    of_tilted.length >= 60
      ? of_tilted.length > 1.02 * of_straight.length ||
        error(tilted, of_tilted) < 0.85 * error(straight, of_straight)
      : of_tilted.length >= 24 && of_tilted.length > 1.15 * of_straight.length
  const [map, kept] = better ? [tilted, of_tilted] : [straight, of_straight]
  const cells = new Set(
    kept.map(({ from }) => Math.floor((from[1] * 4) / height) * 5 + Math.floor((from[0] * 5) / width)),
  )
  const shifts = kept
    .map(({ from, to }) => Math.hypot(from[0] - to[0], from[1] - to[1]))
    .toSorted((a, b) => a - b)
  return { map, inliers: kept.length, cells: cells.size, shift: shifts[Math.floor(shifts.length / 2)] ?? 0 }
}

function supporters(map: PlaneMap, pairs: readonly Pair[], within: number): Pair[] {
  return pairs.filter(({ from, to }) => {
    const [x, y] = mapped(map, from)
    return (x - to[0]) ** 2 + (y - to[1]) ** 2 < within * within
  })
}

function counted(map: PlaneMap, pairs: readonly Pair[], within: number): number {
  let count = 0
  for (const {
    from: [x, y],
    to,
  } of pairs) {
    const depth = map[6] * x + map[7] * y + map[8]
    const [far_x, far_y] = [
      (map[0] * x + map[1] * y + map[2]) / depth - to[0],
      (map[3] * x + map[4] * y + map[5]) / depth - to[1],
    ]
    if (far_x * far_x + far_y * far_y < within * within) count++
  }
  return count
}

/** The mean residual of the map over the pairs. */
const error = (map: PlaneMap, pairs: readonly Pair[]): number =>
  pairs.reduce((sum, { from, to }) => {
    const [x, y] = mapped(map, from)
    return sum + Math.hypot(x - to[0], y - to[1])
  }, 0) / Math.max(1, pairs.length)

/** Pushing a camera turns and zooms it only a little. Any other map is a coincidence. */
function isLikely(map: PlaneMap): boolean {
  const scale = Math.hypot(map[0], map[3])
  return scale > 0.6 && scale < 1.67 && Math.abs(Math.atan2(map[3], map[0])) < 0.5
}

/** A seeded generator (mulberry32): the same pictures always give the same result. */
function generator(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
