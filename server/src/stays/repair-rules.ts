/** Which repairs fit a stay, which times they may have, and who may undo them. */
import {
  event_status,
  irregularities,
  markBit,
  repairs_of,
  type Body,
  type StayRepair,
} from '@parking/contract'
import type { CallContext } from '../core/call-context.ts'
import { badField } from '../core/refusal.ts'
import { momentOf } from '../core/stamp.ts'
import type { RepairRow } from './stay-repair.store.ts'
import { stayAfter, stayBefore, statusOf, type StayRow } from './stay.store.ts'

type Asked = Body<'repair_stay'>
type Needs = Pick<CallContext, 'db' | 'now'>

/** Whether one of the irregularities of a stay is repaired in this way. */
export const fits = (act: StayRepair, { irregular, end_ms }: StayRow): boolean =>
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
 * The time of the missing exit: after the last event of the stay, before the next stay, not in the future.
 */
export function timeOfExit(asked: Asked, row: StayRow, { db, now }: Needs): number {
  const at = givenTime(asked)
  const next = stayAfter(db, row.lot_no, row.begin_ms)
  const to_ms = Math.min(next ? next.begin_ms - 1 : Infinity, now())
  if (at + 999 < row.seen_ms || at > to_ms) throw badField('time', 'time_order')
  return Math.min(Math.max(at, row.seen_ms), to_ms)
}

function givenTime({ time }: Asked): number {
  if (time === undefined) throw badField('time', 'required')
  return momentOf(time)
}

/**
 * True for the user who made the repair and for administrators; false if an event was discarded permanently.
 */
export function mayUndo(repair: RepairRow, { db, session }: Pick<CallContext, 'db' | 'session'>): boolean {
  if (repair.undone_ms !== null) return false
  const is_worker = session.roles.some((role) => role !== 'viewer')
  const own = is_worker && repair.done_by === session.username
  return (own || session.roles.includes('admin')) && !isFinal(repair, { db })
}

/** Discarding an event that the platform never had is permanent. */
export function isFinal({ act, uuids }: RepairRow, { db }: Pick<CallContext, 'db'>): boolean {
  if (act !== 'drop') return false
  return uuids.some((uuid) => {
    const status = statusOf(db, uuid)
    return status === undefined || status === event_status.manually_discarded
  })
}
