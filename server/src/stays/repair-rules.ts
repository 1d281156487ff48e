/** Which repairs fit a stay, which times they may have, and who may undo them. */
import {
  event_status,
  irregularities,
  markBit,
  repairs_of,
  type Body,
  type StayRepair,
} from '@parking/contract'
import { checksOf, eventToCheck, type CheckRow } from '../checks/event-check.store.ts'
import { standingChecks } from '../checks/standing-checks.ts'
import type { CallContext } from '../core/call-context.ts'
import { badField } from '../core/refusal.ts'
import { momentOf } from '../core/stamp.ts'
import type { RepairRow } from './stay-repair.store.ts'
import { stayAfter, stayBefore, statusOf, type StayRow } from './stay.store.ts'

type Asked = Body<'repair_stay'>
type Needs = Pick<CallContext, 'db' | 'now'>

/** Whether one of the irregularities of a stay is repaired in this way. */
export const fits = (act: StayRepair, { irregular, end_ms }: StayRow): boolean =>
  // Any stay may have an event whose withdrawal was a mistake.
  act === 'restore' ||
  irregularities.some((one) => (irregular & markBit(one)) !== 0 && repairs_of[one].includes(act)) ||
  // A stay that is still open can be closed: its exit was missed, and no vehicle has arrived since.
  (act === 'close' && end_ms === null)

/**
 * The time of the missing entry. It must be before the first event of the stay and not before the end of the
 * previous stay; otherwise throws 1000 on `time`.
 */
export function timeOfEntry(asked: Asked, row: StayRow, { db }: Needs): number {
  const at = givenTime(asked)
  const before = stayBefore(db, row.lot_no, row.begin_ms - 1)
  const from_ms = before?.end_ms ?? before?.seen_ms ?? Number.MIN_SAFE_INTEGER
  if (at + 999 < from_ms || at >= row.begin_ms) throw badField('time', 'time_order')
  // Users type the time in whole seconds.
  return Math.min(Math.max(at, from_ms), row.begin_ms - 1)
}

/**
 * The time of the missing exit: after the begin of the stay and not before its last event, before the next
 * stay, not in the future.
 */
export function timeOfExit(asked: Asked, row: StayRow, { db, now }: Needs): number {
  const at = givenTime(asked)
  const next = stayAfter(db, row.lot_no, row.begin_ms)
  const to_ms = Math.min(next ? next.begin_ms - 1 : Infinity, now())
  if (at + 999 < row.seen_ms || at > to_ms) throw badField('time', 'time_order')
  const exit_ms = Math.min(Math.max(at, row.seen_ms), to_ms)
  // A stay of no length would be no stay.
  if (exit_ms <= row.begin_ms) throw badField('time', 'time_order')
  return exit_ms
}

function givenTime({ time }: Asked): number {
  if (time === undefined) throw badField('time', 'required')
  return momentOf(time)
}

type Asker = Pick<CallContext, 'db' | 'session'>

/** Users undo their own repairs, administrators any. */
export const isAllowed = ({ done_by }: RepairRow, { session }: Pick<CallContext, 'session'>): boolean =>
  session.roles.includes('admin') ||
  (done_by === session.username && session.roles.some((role) => role !== 'viewer'))

/**
 * Whether the caller may undo a repair now: every check of its events since was undone, and none of them was
 * discarded for good.
 */
export function mayUndo(repair: RepairRow, { db, session }: Asker): boolean {
  if (repair.undone_ms !== null || !isAllowed(repair, { session }) || isFinal(repair, { db })) return false
  return repair.uuids.every((uuid, at) => {
    const event = eventToCheck(db, uuid)
    return !event || isOfRepair(repair, at, standingChecks(checksOf(db, event.event_id)).at(-1))
  })
}

/** Repairs of earlier versions took a time for each of their steps; all of them lie within a second. */
const one_repair_ms = 1_000

/** Whether the last check that stands of the repair's event number `at` is the one that the repair made. */
export function isOfRepair(
  { checks: counts, at_ms, done_by, reason }: RepairRow,
  at: number,
  last: CheckRow | undefined,
): boolean {
  if (!last || last.checked_by !== done_by) return false
  if (counts) return last.no === counts[at]
  return last.reason === reason && Math.abs(at_ms - last.at_ms) <= one_repair_ms
}

/** Discarding an event that the platform never had is permanent. */
export function isFinal({ act, uuids }: RepairRow, { db }: Pick<CallContext, 'db'>): boolean {
  if (act !== 'drop') return false
  return uuids.some((uuid) => {
    const status = statusOf(db, uuid)
    return status === undefined || status === event_status.manually_discarded
  })
}
