/** Retention as typed in the form, with budgets in GB (bytes on the wire), and its effect on the disk. */
import { retention, type Retention } from '@parking/contract/retention/retention.ts'
import { decimal } from '@parking/contract/core/fields.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import * as z from 'zod/mini'

const gb = 1_000_000_000
const { budget_bytes: _budget, look_bytes: _looks, ...days } = retention.shape
/** The fields that are typed in GB, by the field of the call. */
const in_gb = { budget_bytes: 'budget_gb', look_bytes: 'look_gb' } as const
const isInGb = (name: string): name is keyof typeof in_gb => Object.hasOwn(in_gb, name)

/** `budget_gb`: 0 means no budget. */
export const retention_form = z.strictObject({
  ...days,
  budget_gb: decimal(0, 16_000, 'GB'),
  look_gb: decimal(0.01, 1000, 'GB'),
})
export type RetentionForm = z.output<typeof retention_form>

/** The answer of the call in the units of the form. */
export const formOf = ({ budget_bytes, look_bytes, ...rest }: Retention): RetentionForm => ({
  ...rest,
  budget_gb: budget_bytes / gb,
  look_gb: look_bytes / gb,
})

/** The fields in `names`, in the units of the call. */
export function bodyOf(
  { budget_gb, look_gb, ...rest }: RetentionForm,
  names: readonly string[],
): Partial<Retention> {
  const all: Retention = {
    ...rest,
    budget_bytes: Math.round(budget_gb * gb),
    look_bytes: Math.round(look_gb * gb),
  }
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => names.includes(isInGb(name) ? in_gb[name] : name)),
  )
}

/** The issues of the call, assigned to the fields of the form. */
export const formIssues = (issues: readonly Issue[]): Issue[] =>
  issues.map((issue) =>
    isInGb(issue.field)
      ? {
          ...issue,
          field: in_gb[issue.field],
          ...(issue.limit === undefined ? {} : { limit: issue.limit / gb }),
        }
      : issue,
  )

/** A budget is at least 100 MB, as in the call. */
export const budgetIssues = ({ budget_gb }: RetentionForm): Issue[] =>
  budget_gb > 0 && budget_gb < 0.1 ? [{ field: 'budget_gb', issue: 'too_small', limit: 0.1 }] : []

export type Disk = {
  total: number
  free: number
  /** Bytes that events, pictures and clips use now. */
  used: number
  /** Bytes of pictures per day; null before the first whole day. */
  per_day: number | null
}

/**
 * The available space in bytes and the number of days it lasts at `per_day` bytes; undefined without a daily
 * figure.
 */
export function lastsFor(
  { budget_gb, keep_free_percent }: Pick<RetentionForm, 'budget_gb' | 'keep_free_percent'>,
  { total, free, used, per_day }: Disk,
): { room: number; days: number } | undefined {
  if (per_day === null || per_day <= 0) return undefined
  const disk = Math.max(0, used + free - (total * keep_free_percent) / 100)
  const room = budget_gb > 0 ? Math.min(budget_gb * gb, disk) : disk
  return { room, days: Math.floor(room / per_day) }
}

/** The limits that `after` tightens: the data deleted because of them cannot be restored. */
export const tightened = (before: RetentionForm, after: RetentionForm): (keyof RetentionForm)[] => [
  ...(['sent_days', 'media_days', 'skipped_days', 'manual_days', 'look_days', 'look_gb'] as const).filter(
    (name) => after[name] < before[name],
  ),
  ...(after.budget_gb > 0 && (before.budget_gb === 0 || after.budget_gb < before.budget_gb)
    ? (['budget_gb'] as const)
    : []),
  ...(after.keep_free_percent > before.keep_free_percent ? (['keep_free_percent'] as const) : []),
]
