/** The rule of what is kept as it is typed: the budget in GB, which the wire counts in bytes. And what it means for a disk. */
import { retention, type Retention } from '@parking/contract/retention/retention.ts'
import { decimal } from '@parking/contract/core/fields.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import * as z from 'zod/mini'

const gb = 1_000_000_000
const { budget_bytes: _, ...days } = retention.shape

/** `budget_gb`: 0 is none. */
export const typed_retention = z.strictObject({ ...days, budget_gb: decimal(0, 16_000, 'GB') })
export type TypedRetention = z.output<typeof typed_retention>

export const typedOf = ({ budget_bytes, ...rest }: Retention): TypedRetention => ({
  ...rest,
  budget_gb: budget_bytes / gb,
})

/** The fields of `names` as the wire has them. */
export function wireOf({ budget_gb, ...rest }: TypedRetention, names: readonly string[]): Partial<Retention> {
  const all: Retention = { ...rest, budget_bytes: Math.round(budget_gb * gb) }
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => names.includes(name === 'budget_bytes' ? 'budget_gb' : name)),
  )
}

/** The wire's complaints on the fields that were typed. */
export const typedIssues = (issues: readonly Issue[]): Issue[] =>
  issues.map((issue) =>
    issue.field === 'budget_bytes'
      ? { ...issue, field: 'budget_gb', ...(issue.limit === undefined ? {} : { limit: issue.limit / gb }) }
      : issue,
  )

/** A budget is 100 MB at least, as on the wire. */
export const budgetIssues = ({ budget_gb }: TypedRetention): Issue[] =>
  budget_gb > 0 && budget_gb < 0.1 ? [{ field: 'budget_gb', issue: 'too_small', limit: 0.1 }] : []

export type Disk = {
  total: number
  free: number
  /** What events, pictures and clips take now. */ used: number
  /** Bytes of pictures a day; null where no whole day has passed. */ per_day: number | null
}

/** For how many days the room lasts at `per_day` bytes, and how large it is; undefined where nothing can be said of it yet. */
export function lastsFor(
  { budget_gb, keep_free_percent }: Pick<TypedRetention, 'budget_gb' | 'keep_free_percent'>,
  { total, free, used, per_day }: Disk,
): { room: number; days: number } | undefined {
  if (per_day === null || per_day <= 0) return undefined
  const disk = Math.max(0, used + free - (total * keep_free_percent) / 100)
  const room = budget_gb > 0 ? Math.min(budget_gb * gb, disk) : disk
  return { room, days: Math.floor(room / per_day) }
}

/** What goes sooner with `after` than with `before`: not to be had back once it is gone. */
export const shortened = (before: TypedRetention, after: TypedRetention): (keyof TypedRetention)[] => [
  ...(['sent_days', 'media_days', 'skipped_days', 'manual_days'] as const).filter(
    (name) => after[name] < before[name],
  ),
  ...(after.budget_gb > 0 && (before.budget_gb === 0 || after.budget_gb < before.budget_gb)
    ? (['budget_gb'] as const)
    : []),
  ...(after.keep_free_percent > before.keep_free_percent ? (['keep_free_percent'] as const) : []),
]
