/**
 * Decides which lot numbers of a row have room: both ends first, then the middle of each gap, so that a
 * crowded kerb shows its ends, and all of its numbers once the user zooms in.
 */
export type LabelAt<Id> = {
  readonly id: Id
  /** The middle of the label, in CSS pixels at the current zoom. */
  readonly x: number
  readonly y: number
  readonly text: string
}

const [letter_px, ideograph_px, height_px, gap_px] = [8, 13, 15, 5]

export function shownLabels<Id>(labels: readonly LabelAt<Id>[], always: readonly Id[] = []): Set<Id> {
  const placed: Box[] = []
  const shown = new Set<Id>()
  for (const label of [
    ...labels.filter(({ id }) => always.includes(id)),
    ...endsFirst(labels.length).flatMap((at) => labels[at] ?? []),
  ]) {
    if (shown.has(label.id)) continue
    const box = boxOf(label)
    if (!always.includes(label.id) && placed.some((other) => overlap(box, other))) continue
    placed.push(box)
    shown.add(label.id)
  }
  return shown
}

/** Indices in this order: 0, the last, then the middle of each gap, the widest gaps first. */
function endsFirst(count: number): number[] {
  if (count < 3) return Array.from({ length: count }, (_, at) => at)
  const order = [0, count - 1]
  const gaps: [number, number][] = [[0, count - 1]]
  for (let gap = gaps.shift(); gap; gap = gaps.shift()) {
    const [from, to] = gap
    if (to - from < 2) continue
    const middle = (from + to) >> 1
    order.push(middle)
    gaps.push([from, middle], [middle, to])
  }
  return order
}

type Box = { left: number; right: number; top: number; bottom: number }

function boxOf({ x, y, text }: LabelAt<unknown>): Box {
  const width = [...text].reduce((sum, one) => sum + (one > '\u2e7f' ? ideograph_px : letter_px), gap_px)
  return {
    left: x - width / 2,
    right: x + width / 2,
    top: y - height_px / 2,
    bottom: y + height_px / 2,
  }
}

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
