/**
 * The plan of a week as blocks (spec §3, §4, §5). A block belongs to one day and its end is exclusive; a plan
 * on the wire is the same block on several days, with an inclusive end. Time without a block is charged.
 */
import { schedule_type } from '../core/codes.ts'
import { secondOfDay, type Period } from '../core/rules.ts'
import { clockOf, day_seconds } from './schedule-time.ts'

export type ScheduleType = (typeof schedule_type)[keyof typeof schedule_type]
export type Plan = { days: number[]; range: Period; type: ScheduleType }

/** `from` and `to` are seconds of the day; `to` is the first second after the block, at most 86400. */
export type Block = {
  readonly day: number
  readonly from: number
  readonly to: number
  readonly type: ScheduleType
}

/** A part of a day; `set` is false for time without a block, which is therefore charged. */
export type Part = Omit<Block, 'day'> & { readonly set: boolean }

export const week_days = [1, 2, 3, 4, 5, 6, 7] as const
export const nextDay = (day: number): number => (day % 7) + 1

/**
 * The blocks of plans, by day and time. A plan that crosses midnight continues on the next day (spec §5); a
 * plan without valid times is left out.
 */
export function blocksOf(plans: readonly Plan[]): Block[] {
  const blocks = plans.flatMap(({ days, range, type }) => {
    const [from, last] = [secondOfDay(range.start), secondOfDay(range.end)]
    if (from === undefined || last === undefined) return []
    return [...new Set(days)].flatMap((day): Block[] =>
      from <= last
        ? [{ day, from, to: last + 1, type }]
        : [
            { day, from, to: day_seconds, type },
            { day: nextDay(day), from: 0, to: last + 1, type },
          ],
    )
  })
  return blocks.sort((a, b) => a.day - b.day || a.from - b.from || a.to - b.to)
}

/**
 * The plans of blocks: the same block on several days becomes one plan. Sorted, so that equal weeks yield
 * equal plans.
 */
export function plansOf(blocks: readonly Block[]): Plan[] {
  const plans = new Map<string, Plan>()
  for (const { day, from, to, type } of blocks) {
    const key = `${from}-${to}-${type}`
    const plan = plans.get(key) ?? { days: [], range: { start: clockOf(from), end: clockOf(to - 1) }, type }
    if (!plan.days.includes(day)) plan.days.push(day)
    plans.set(key, plan)
  }
  for (const plan of plans.values()) plan.days.sort((a, b) => a - b)
  return [...plans.values()].sort(
    (a, b) =>
      a.range.start.localeCompare(b.range.start) ||
      (a.days[0] ?? 0) - (b.days[0] ?? 0) ||
      a.range.end.localeCompare(b.range.end) ||
      a.type - b.type,
  )
}

/** The canonical form of plans: split at midnight (spec §5), each block once, in order. */
export const normalPlans = (plans: readonly Plan[]): Plan[] => plansOf(blocksOf(plans))

/** The blocks that overlap an earlier block of their day, each with that block. */
export function overlapsOf(blocks: readonly Block[]): { block: Block; other: Block }[] {
  return week_days.flatMap((day) => {
    const here = blocks.filter((block) => block.day === day).sort((a, b) => a.from - b.from)
    return here.flatMap((block, at) => {
      const other = here.slice(0, at).find((before) => before.to > block.from)
      return other ? [{ block, other }] : []
    })
  })
}

/** The parts of a whole day, from 00:00:00 to 24:00:00. Where blocks overlap, the earlier one applies. */
export function partsOf(blocks: readonly Block[], day: number): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const block of blocks.filter((one) => one.day === day).sort((a, b) => a.from - b.from)) {
    if (block.to <= at) continue
    if (block.from > at) parts.push({ from: at, to: block.from, type: schedule_type.charge, set: false })
    parts.push({ from: Math.max(at, block.from), to: block.to, type: block.type, set: true })
    at = block.to
  }
  if (at < day_seconds) parts.push({ from: at, to: day_seconds, type: schedule_type.charge, set: false })
  return parts
}

/** The seconds of a day that are charged; "settle and reopen" and unset time are charged too. */
export const chargedSeconds = (parts: readonly Part[]): number =>
  parts
    .filter(({ type }) => type === schedule_type.charge || type === schedule_type.settle_and_reopen)
    .reduce((sum, { from, to }) => sum + to - from, 0)

/** The seconds of each type in a day; together they are 24 hours. */
export function totalsOf(parts: readonly Part[]): { type: ScheduleType; set: boolean; seconds: number }[] {
  const kinds = parts.filter(
    (part, at) => parts.findIndex((other) => other.type === part.type && other.set === part.set) === at,
  )
  return kinds.map(({ type, set }) => ({
    type,
    set,
    seconds: parts
      .filter((part) => part.type === type && part.set === set)
      .reduce((sum, part) => sum + part.to - part.from, 0),
  }))
}
