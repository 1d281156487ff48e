/**
 * Editing a week of blocks. No edit makes two blocks overlap (spec §5): a moved block stops at its neighbour.
 */
import { nextDay, type Block, type Plan } from './schedule-plans.ts'
import { day_seconds } from './schedule-time.ts'

/** The step of pointer and arrow keys, in seconds. */
export const step_s = 300

export const sameBlock = (a: Block, b: Block): boolean =>
  a.day === b.day && a.from === b.from && a.to === b.to && a.type === b.type

const others = (blocks: readonly Block[], block: Block): Block[] =>
  blocks.filter((one) => one.day === block.day && !sameBlock(one, block))

/** Rounds to the nearest step. */
const snapped = (second: number): number =>
  Math.min(day_seconds, Math.max(0, Math.round(second / step_s) * step_s))

/** Snap distance of an edge, in seconds: a pointer this close to an edge is meant to leave no gap. */
export const snap_distance_s = 900

/** The edge of a block or of the day to which a pointer at this second snaps, else the nearest step. */
export function snappedToEdge(blocks: readonly Block[], day: number, second: number): number {
  const edges = blocks.filter((block) => block.day === day).flatMap(({ from, to }) => [from, to])
  const [near = 0] = [0, day_seconds, ...edges].sort((a, b) => Math.abs(a - second) - Math.abs(b - second))
  return Math.abs(near - second) <= snap_distance_s ? near : snapped(second)
}

/**
 * Where a block dragged to `from` starts after snapping: whichever of its ends is nearer to an edge decides.
 */
export function snappedStart(blocks: readonly Block[], block: Block, from: number, day: number): number {
  const rest = blocks.filter((one) => !sameBlock(one, block))
  const length = block.to - block.from
  const [first, last] = [snappedToEdge(rest, day, from), snappedToEdge(rest, day, from + length) - length]
  const held = [first, last].filter((start) => start !== snapped(from))
  return held.sort((a, b) => Math.abs(a - from) - Math.abs(b - from))[0] ?? first
}

/** The free time around a second of a day; undefined inside a block. */
export function gapAt(
  blocks: readonly Block[],
  day: number,
  second: number,
): { from: number; to: number } | undefined {
  const here = blocks.filter((block) => block.day === day)
  if (here.some((block) => block.from <= second && second < block.to)) return undefined
  return {
    from: Math.max(0, ...here.filter((block) => block.to <= second).map((block) => block.to)),
    to: Math.min(day_seconds, ...here.filter((block) => block.from > second).map((block) => block.from)),
  }
}

/**
 * The block drawn between two seconds of a day, limited to the free time around the first; undefined if there
 * is none.
 */
export function drawnBlock(
  blocks: readonly Block[],
  drawn: { day: number; a: number; b: number; type: Block['type'] },
): Block | undefined {
  const gap = gapAt(blocks, drawn.day, Math.min(drawn.a, day_seconds - 1))
  if (!gap) return undefined
  const ends = [drawn.a, drawn.b].map((second) =>
    Math.min(gap.to, Math.max(gap.from, snappedToEdge(blocks, drawn.day, second))),
  )
  const [from = 0, to = 0] = ends.sort((a, b) => a - b)
  return to > from ? { day: drawn.day, from, to, type: drawn.type } : undefined
}

/**
 * Moves a block to `from`, or as close to it as its neighbours allow. It may jump over a neighbour into free
 * time that is long enough.
 */
export function movedBlock(blocks: readonly Block[], block: Block, from: number, day = block.day): Block {
  const length = block.to - block.from
  const rest = blocks
    .filter((one) => one.day === day && !sameBlock(one, block))
    .sort((a, b) => a.from - b.from)
  const wanted = Math.min(day_seconds - length, Math.max(0, from))
  const starts = [0, ...rest.map(({ to }) => to)].flatMap((begin) => {
    const end = Math.min(day_seconds, ...rest.filter((one) => one.from >= begin).map((one) => one.from))
    return end - begin >= length ? [Math.min(end - length, Math.max(begin, wanted))] : []
  })
  const best = starts.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0]
  return best === undefined ? block : { ...block, day, from: best, to: best + length }
}

/** Moves one end of a block, which keeps a minimum length of one step and never overlaps a neighbour. */
export function resizedBlock(
  blocks: readonly Block[],
  block: Block,
  end: 'start' | 'stop',
  second: number,
): Block {
  const rest = others(blocks, block)
  const earliest = Math.max(0, ...rest.filter((one) => one.to <= block.from).map((one) => one.to))
  const latest = Math.min(day_seconds, ...rest.filter((one) => one.from >= block.to).map((one) => one.from))
  if (end === 'start')
    return {
      ...block,
      from: Math.min(block.to - Math.min(step_s, block.to - block.from), Math.max(earliest, second)),
    }
  return {
    ...block,
    to: Math.max(block.from + Math.min(step_s, block.to - block.from), Math.min(latest, second)),
  }
}

/** Replaces a block with another, or removes it. */
export const replaced = (blocks: readonly Block[], block: Block, by?: Block): Block[] => [
  ...blocks.filter((one) => !sameBlock(one, block)),
  ...(by ? [by] : []),
]

/** Copies one day to other days. */
export function copiedDay(blocks: readonly Block[], from: number, to: readonly number[]): Block[] {
  const targets = to.filter((day) => day !== from)
  const source = blocks.filter((block) => block.day === from)
  return [
    ...blocks.filter((block) => !targets.includes(block.day)),
    ...targets.flatMap((day) => source.map((block) => ({ ...block, day }))),
  ]
}

/**
 * Splits a plan that crosses midnight into two, each on its own days (spec §5); undefined if it does not
 * cross midnight.
 */
export function splitOverMidnight(plan: Plan): readonly [first: Plan, second: Plan] | undefined {
  if (plan.range.start <= plan.range.end) return undefined
  const days = plan.days.map(nextDay).sort((a, b) => a - b)
  return [
    { ...plan, range: { ...plan.range, end: '23:59:59' } },
    { ...plan, days, range: { ...plan.range, start: '00:00:00' } },
  ]
}
