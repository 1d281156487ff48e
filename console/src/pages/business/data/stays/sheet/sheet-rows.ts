/** The rows of a dispute sheet, from the answer of `stay_detail`. Pure. */
import type { Stay } from '../panel/stay-panel.tsx'

type Band = Stay['bands'][number]
/** How much of the stay has a known plan. */
export type Known = 'none' | 'part' | 'whole'

/** The plan's bands of a stay, and the seconds in each kind that occurs, in the order of their first band. */
export function planOf({
  bands,
  plan_from_ms,
  begin_ms,
}: Pick<Stay, 'bands' | 'plan_from_ms' | 'begin_ms'>): {
  known: Known
  bands: readonly Band[]
  totals: { kind: Band['kind']; seconds: number }[]
} {
  const totals = new Map<Band['kind'], number>()
  for (const { kind, from_ms, to_ms } of bands)
    totals.set(kind, (totals.get(kind) ?? 0) + (to_ms - from_ms) / 1000)
  return {
    known: plan_from_ms === null ? 'none' : plan_from_ms > begin_ms ? 'part' : 'whole',
    bands,
    totals: [...totals].map(([kind, seconds]) => ({ kind, seconds })),
  }
}

type Check = Stay['checks'][number]
type Repair = Stay['repairs'][number]
type Gone = Stay['gone'][number]
export type Action = { key: string; time_str: string; by: string; reason: string } & (
  | { check: Check; repair?: undefined; gone?: undefined }
  | { check?: undefined; repair: Repair; gone?: undefined }
  | { check?: undefined; repair?: undefined; gone: Gone }
)

/**
 * What was done to a stay, oldest first, deleted events included. A repair is also recorded as checks of its
 * events, by the same user at the same second with the same reason, and so is its undo: those are not listed
 * again.
 */
export function actionsOf({ checks, repairs, gone }: Pick<Stay, 'checks' | 'repairs' | 'gone'>): Action[] {
  const repaired = new Set(
    repairs.map(({ time_str, username, reason }) => [time_str, username, reason].join()),
  )
  const undone = new Set(repairs.map(({ undone_str, undo_by }) => [undone_str, undo_by].join()))
  return [
    ...repairs.map((repair): Action => ({
      key: `repair-${repair.repair_id}`,
      time_str: repair.time_str,
      by: repair.username,
      reason: repair.reason,
      repair,
    })),
    ...gone.map((event): Action => ({
      key: event.uuid,
      time_str: event.deleted_str,
      by: event.by,
      reason: '',
      gone: event,
    })),
    ...checks
      .filter(({ time_str, by, reason, verdict }) =>
        verdict === 'undone'
          ? !undone.has([time_str, by].join())
          : !repaired.has([time_str, by, reason].join()),
      )
      .map((check, at): Action => ({
        key: `check-${at}`,
        time_str: check.time_str,
        by: check.by,
        reason: check.reason,
        check,
      })),
  ].sort((a, b) => a.time_str.localeCompare(b.time_str))
}
