/** How similar two appearances are; `alg_param.sim_th` is a threshold for it. */
import { luma_size, type Appearance } from '../look/look.ts'

/**
 * Normalised cross-correlation of two brightness patches (integers up to 255), -1 to 1; undefined if they
 * cannot be compared. Two uniform patches (an empty road at night) have a correlation of 1.
 */
export function correlationOf(a: readonly number[], b: readonly number[]): number | undefined {
  const count = a.length
  if (count === 0 || count !== b.length) return undefined
  // One pass in integers: the sums are exact, and stay below 2 ** 31 for up to 33,000 parts.
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

/** A part has changed if it differs by more than this number of steps plus this share of its brightness. */
const [min_steps, min_share] = [7, 0.08]
type Bytes = readonly number[]
/** Two appearances cannot be compared if fewer parts than this are in sight in both. */
const min_parts = 12
/** All parts of a row, as a bit mask. */
const full_row = 2 ** luma_size.width - 1

/** Whether enough of a lot's ground is in sight to be judged. */
export function isInSight(shown: readonly number[]): boolean {
  let parts = 0
  for (const row of shown) for (let rest = row; rest !== 0; rest &= rest - 1) parts++
  return parts >= min_parts
}

/**
 * The share, 0 to 1, of the parts in sight in both that differ in brightness or colour; undefined if too few
 * can be compared. For one car in the same light it is 0 except for noise; for two cars, a tenth or more.
 */
export const changedShare = (a: Appearance, b: Appearance): number | undefined =>
  changedIn(a, b, a.shown, b.shown)

/** Like `changedShare`, for the parts above the ground: often only these show behind a nearer vehicle. */
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
  // Two by two parts share a colour, so their colour difference is computed once for all four.
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

/** The parts of a row that are in sight in both, as a bit mask; `count` is the total number of parts. */
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

/** The number of set bits in a row. */
function bitsOf(row: number): number {
  const pairs = row - ((row >> 1) & 0x555555)
  const fours = (pairs & 0x333333) + ((pairs >> 2) & 0x333333)
  return ((((fours + (fours >> 4)) & 0x0f0f0f) * 0x010101) >> 16) & 0xff
}

/** The larger difference of the two colours at an index, doubled because colours are stored halved. */
const colourStep = (a: Bytes, b: Bytes, at: number): number =>
  2 * maxOf(Math.abs(a[at]! - b[at]!), Math.abs(a[at + 1]! - b[at + 1]!))

/** The maximum without a branch: the branch would be unpredictable, and mispredictions are expensive. */
const maxOf = (x: number, y: number): number => x - ((x - y) & ((x - y) >> 31))

/** The number of changed parts among two adjacent parts, counting only those whose bit is set. */
function changesOf(a: Bytes, b: Bytes, at: number, colour: number, bits: number): number {
  const first = Math.abs(a[at]! - b[at]!)
  const second = at + 1 < a.length ? Math.abs(a[at + 1]! - b[at + 1]!) : 0
  // Most parts have not changed.
  if ((first | second | colour) <= min_steps) return 0
  return (
    ((bits & 1) !== 0 && isChanged(a[at]!, b[at]!, maxOf(first, colour)) ? 1 : 0) +
    ((bits & 2) !== 0 && isChanged(a[at + 1]!, b[at + 1]!, maxOf(second, colour)) ? 1 : 0)
  )
}

const isChanged = (x: number, y: number, step: number): boolean =>
  step > min_steps && step > min_steps + min_share * maxOf(x, y)

/** How much faster the similarity falls than the changed share rises: a tenth of the parts makes it 0.7. */
const slope = 3

/** The similarity of two appearances, 0 to 1; undefined if they cannot be compared. */
export function similarity(a: Appearance, b: Appearance): number | undefined {
  const changed = changedShare(a, b)
  return changed === undefined ? undefined : Math.max(0, 1 - slope * changed)
}

/** The share of the static background that differs, 0 to 1; undefined if there is nothing to compare. */
export function changedAround(
  a: readonly number[] | undefined,
  b: readonly number[] | undefined,
): number | undefined {
  return a && b ? changedShare({ luma: a, colours: [] }, { luma: b, colours: [] }) : undefined
}
