/** How similar two appearances are: the question of `alg_param.sim_th`. */
import { luma_size, type Appearance } from '../look/look.ts'

/**
 * Normalised cross-correlation of two brightness patches, -1 to 1; undefined where they cannot be compared.
 * Even patches (an empty road at night) are alike.
 */
export function correlationOf(a: readonly number[], b: readonly number[]): number | undefined {
  const count = a.length
  if (count === 0 || count !== b.length) return undefined
  // One pass: brightness is whole, so that the sums are exact. It is most of the time of a decision.
  let sum_a = 0
  let sum_b = 0
  let sum_ab = 0
  let sum_aa = 0
  let sum_bb = 0
  for (let i = 0; i < count; i++) {
    const x = a[i]!
    const y = b[i]!
    sum_a += x
    sum_b += y
    sum_ab += x * y
    sum_aa += x * x
    sum_bb += y * y
  }
  const ab = sum_ab - (sum_a * sum_b) / count
  const aa = sum_aa - (sum_a * sum_a) / count
  const bb = sum_bb - (sum_b * sum_b) / count
  // A deviation below two steps of brightness is noise.
  const even = count * 4
  if (aa < even && bb < even) return 1
  return aa < even || bb < even ? 0 : ab / Math.sqrt(aa * bb)
}

/** A part has changed when it differs by so many steps, and by such a share of its brightness. */
const [least_steps, least_share] = [7, 0.08]
/** With fewer parts in sight of both, two appearances cannot be compared. */
const min_parts = 12

/** Whether enough of a lot's ground is in sight to be judged. */
export function isInSight(shown: readonly number[]): boolean {
  let parts = 0
  for (const row of shown) for (let rest = row; rest !== 0; rest &= rest - 1) parts++
  return parts >= min_parts
}

/**
 * The share of the parts in sight of both, 0 to 1, that differ in brightness or colour; undefined where too
 * few can be compared. Of one car in one light it is 0 but for noise; two cars differ in a tenth and more.
 */
export const changedShare = (a: Appearance, b: Appearance): number | undefined =>
  changedIn(a, b, a.shown, b.shown)

/** The same of the parts above the ground: all that can be seen behind a nearer vehicle. */
export const changedAbove = (a: Appearance, b: Appearance): number | undefined =>
  a.above && b.above && changedIn(a, b, a.above, b.above)

function changedIn(
  a: Appearance,
  b: Appearance,
  in_a: Appearance['shown'],
  in_b: Appearance['shown'],
): number | undefined {
  const count = a.luma.length
  if (count === 0 || count !== b.luma.length) return undefined
  const by_colour = a.colours.length > 0 && a.colours.length === b.colours.length
  const { width } = luma_size
  const rows = Math.ceil(count / width)
  let parts = 0
  let changed = 0
  // Two rows and two columns share a colour: what they differ in is worked out once for the four.
  for (let row = 0; row < rows; row += 2) {
    const upper = rowOf(in_a, in_b, row)
    const lower = row + 1 < rows ? rowOf(in_a, in_b, row + 1) : 0
    if ((upper | lower) === 0) continue
    for (let column = 0; column < width; column += 2) {
      const four = ((upper >> column) & 3) | (((lower >> column) & 3) << 2)
      if (four === 0) continue
      const first = row * width + column
      const colour = by_colour ? colourStep(a.colours, b.colours, (row * width) / 2 + column) : 0
      for (let part = 0; part < 4; part++) {
        const at = first + (part & 1) + (part >> 1) * width
        if (((four >> part) & 1) === 0 || at >= count) continue
        parts++
        if (isChanged(a.luma[at]!, b.luma[at]!, colour)) changed++
      }
    }
  }
  return parts < Math.min(min_parts, count) ? undefined : changed / parts
}

/** The parts of a row that are in sight of both, as bits. */
const rowOf = (a: readonly number[] | undefined, b: readonly number[] | undefined, row: number): number =>
  (a?.[row] ?? -1) & (b?.[row] ?? -1)

/** The larger step of the two colours at an index; they are halved. */
function colourStep(a: readonly number[], b: readonly number[], at: number): number {
  const red = Math.abs(a[at]! - b[at]!)
  const blue = Math.abs(a[at + 1]! - b[at + 1]!)
  return 2 * (red > blue ? red : blue)
}

/** Most parts have not changed: the limit is worked out for the others only. */
function isChanged(x: number, y: number, colour: number): boolean {
  const step = Math.abs(x - y)
  const most = step > colour ? step : colour
  return most > least_steps && most > least_steps + least_share * (x > y ? x : y)
}

/** The similarity falls so much faster than the changed share rises: 0.7 is a tenth of the parts. */
const slope = 3

/** 0 to 1; undefined where nothing can be compared. */
export function similarity(a: Appearance, b: Appearance): number | undefined {
  const changed = changedShare(a, b)
  return changed === undefined ? undefined : Math.max(0, 1 - slope * changed)
}

/** The share of the parts of what stands still that differ, 0 to 1; undefined where nothing is compared. */
export function changedAround(
  a: readonly number[] | undefined,
  b: readonly number[] | undefined,
): number | undefined {
  return a && b ? changedShare({ luma: a, colours: [] }, { luma: b, colours: [] }) : undefined
}
