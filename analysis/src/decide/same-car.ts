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
  let parts = 0
  let changed = 0
  for (let first = 0, row = 0; first < count; first += width, row++) {
    const shown = (in_a?.[row] ?? -1) & (in_b?.[row] ?? -1)
    if (shown === 0) continue
    const end = Math.min(width, count - first)
    for (let column = 0; column < end; column++) {
      if (((shown >> column) & 1) === 0) continue
      parts++
      const x = a.luma[first + column]!
      const y = b.luma[first + column]!
      const limit = least_steps + least_share * (x > y ? x : y)
      if (x - y > limit || y - x > limit) changed++
      else if (by_colour) {
        const at = ((row >> 1) * (width >> 1) + (column >> 1)) * 2
        const red = a.colours[at]! - b.colours[at]!
        const blue = a.colours[at + 1]! - b.colours[at + 1]!
        // Colours are halved.
        if (2 * red > limit || -2 * red > limit || 2 * blue > limit || -2 * blue > limit) changed++
      }
    }
  }
  return parts < Math.min(min_parts, count) ? undefined : changed / parts
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
