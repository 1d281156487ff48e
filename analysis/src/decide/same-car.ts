/** How similar two appearances are: the question of `alg_param.sim_th`. */
import { luma_size, type Appearance } from '../look/look.ts'

/**
 * Normalised cross-correlation of two brightness patches (whole numbers to 255), -1 to 1; undefined where
 * they cannot be compared. Even patches (an empty road at night) are alike.
 */
export function correlationOf(a: readonly number[], b: readonly number[]): number | undefined {
  const count = a.length
  if (count === 0 || count !== b.length) return undefined
  // One pass in whole numbers, as brightness is: the sums are exact, and stay below 2 ** 31 for 33,000 parts.
  let sum_a = 0
  let sum_b = 0
  let sum_ab = 0
  let sum_aa = 0
  let sum_bb = 0
  for (let i = 0; i < count; i++) {
    const x = a[i]!
    const y = b[i]!
    sum_a = (sum_a + x) | 0
    sum_b = (sum_b + y) | 0
    sum_ab = (sum_ab + Math.imul(x, y)) | 0
    sum_aa = (sum_aa + Math.imul(x, x)) | 0
    sum_bb = (sum_bb + Math.imul(y, y)) | 0
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
type Bytes = readonly number[]
/** With fewer parts in sight of both, two appearances cannot be compared. */
const min_parts = 12
/** All parts of a row, as bits. */
const full_row = 2 ** luma_size.width - 1

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
  const [luma_a, luma_b] = [a.luma, b.luma]
  const count = luma_a.length
  if (count === 0 || count !== luma_b.length) return undefined
  const by_colour = a.colours.length > 0 && a.colours.length === b.colours.length
  const { width } = luma_size
  const rows = Math.ceil(count / width)
  let parts = 0
  let changed = 0
  // Two rows and two columns share a colour: what they differ in is worked out once for the four.
  for (let row = 0; row < rows; row += 2) {
    const upper = rowOf(in_a, in_b, row, count)
    const lower = rowOf(in_a, in_b, row + 1, count)
    parts += bitsOf(upper) + bitsOf(lower)
    for (let column = 0; (upper | lower) >> column !== 0; column += 2) {
      const up = (upper >> column) & 3
      const low = (lower >> column) & 3
      if ((up | low) === 0) continue
      const at = row * width + column
      const colour = by_colour ? colourStep(a.colours, b.colours, (row * width) / 2 + column) : 0
      if (up !== 0) changed += changesOf(luma_a, luma_b, at, colour, up)
      if (low !== 0) changed += changesOf(luma_a, luma_b, at + width, colour, low)
    }
  }
  return parts < Math.min(min_parts, count) ? undefined : changed / parts
}

/** The parts of a row that are in sight of both, as bits; of `count` parts in all. */
function rowOf(
  a: readonly number[] | undefined,
  b: readonly number[] | undefined,
  row: number,
  count: number,
): number {
  const left = count - row * luma_size.width
  if (left <= 0) return 0
  const all = left >= luma_size.width ? full_row : (1 << left) - 1
  return (a ? (a[row] ?? full_row) : full_row) & (b ? (b[row] ?? full_row) : full_row) & all
}

/** How many bits of a row are set. */
function bitsOf(row: number): number {
  const pairs = row - ((row >> 1) & 0x555555)
  const fours = (pairs & 0x333333) + ((pairs >> 2) & 0x333333)
  return ((((fours + (fours >> 4)) & 0x0f0f0f) * 0x010101) >> 16) & 0xff
}

/** The larger step of the two colours at an index; they are halved. */
const colourStep = (a: Bytes, b: Bytes, at: number): number =>
  2 * mostOf(Math.abs(a[at]! - b[at]!), Math.abs(a[at + 1]! - b[at + 1]!))

/** Without a branch: which of the two is greater cannot be predicted, and a wrong guess costs more. */
const mostOf = (x: number, y: number): number => x - ((x - y) & ((x - y) >> 31))

/** How many of two parts side by side have changed, of those whose bit is set. */
function changesOf(a: Bytes, b: Bytes, at: number, colour: number, bits: number): number {
  const first = Math.abs(a[at]! - b[at]!)
  const second = at + 1 < a.length ? Math.abs(a[at + 1]! - b[at + 1]!) : 0
  // Most parts have not changed.
  if ((first | second | colour) <= least_steps) return 0
  return (
    ((bits & 1) !== 0 && isChanged(a[at]!, b[at]!, mostOf(first, colour)) ? 1 : 0) +
    ((bits & 2) !== 0 && isChanged(a[at + 1]!, b[at + 1]!, mostOf(second, colour)) ? 1 : 0)
  )
}

const isChanged = (x: number, y: number, step: number): boolean =>
  step > least_steps && step > least_steps + least_share * mostOf(x, y)

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
