/** Which repairs fit a stay, which times they may have, and who may undo them. */
import {
  irregularities,
  markBit,
  repairs_of,
  type Body,
  type RepairUndoState,
  type StayRepair,
} from '@parking/contract'
import {
  checksOf,
  eventToCheck,
  isDiscarded,
  type CheckedEvent,
  type CheckRow,
} from '../checks/event-check.store.ts'
import { standingChecks, undoneRows } from '../checks/standing-checks.ts'
import type { CallContext } from '../core/call-context.ts'
import { badField } from '../core/refusal.ts'
import { momentOf } from '../core/stamp.ts'
import { roomBetween } from '../events/record/session.store.ts'
import type { RepairRow } from './stay-repair.store.ts'
import { stayBefore, type StayRow } from './stay.store.ts'

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
 * The time of the missing entry. It must be before the first event of the stay and, on a lot for one vehicle,
 * not before the end of the previous stay; otherwise throws 1000 on `time`.
 */
export function timeOfEntry(asked: Asked, row: StayRow, { db }: Needs): number {
  const at = givenTime(asked)
  const room = roomBetween(db, row.lot_no, row.begin_ms, row.begin_ms)
  const before = room === 1 ? stayBefore(db, row.lot_no, row.begin_ms - 1) : undefined
  const from_ms = before?.end_ms ?? before?.seen_ms ?? Number.MIN_SAFE_INTEGER
  if (at + 999 < from_ms || at >= row.begin_ms) throw badField('time', 'time_order')
  // Users type the time in whole seconds.
  return Math.min(Math.max(at, from_ms), row.begin_ms - 1)
}

/**
 * The time of the missing exit: after the begin of the stay and not before its last event, before the entry
 * that took its place, not in the future.
 */
export function timeOfExit(asked: Asked, row: StayRow, { now }: Pick<Needs, 'now'>): number {
  const at = givenTime(asked)
  const to_ms = Math.min((row.end_ms ?? Infinity) - 1, now())
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

/** What became of a repair: how its undo stands for the caller, and who undid it or stands in its way. */
export type RepairUndo = { undo: RepairUndoState; undone_ms: number | null; by: string }

/** Its events with the check that the repair made, while both are there. */
type Part = { event: CheckedEvent; own: CheckRow; checks: CheckRow[] }

/**
 * A repair is its checks: if each was undone in the ledger, the repair is undone. Otherwise it can be undone
 * if the checks of it that stand are the last ones of their events.
 */
export function undoOfRepair(repair: RepairRow, { db, session }: Asker): RepairUndo {
  const { undone_ms, undone_by } = undoneOf(repair, { db })
  if (undone_ms !== null) return { undo: 'undone', undone_ms, by: undone_by }
  const state = (undo: RepairUndoState, by = ''): RepairUndo => ({ undo, undone_ms: null, by })
  const standing = standingPartsOf(repair, { db })
  if (repair.act !== 'accept' && standing.length === 0) return state('gone')
  if (standing.some(({ event }) => isDiscarded(event))) return state('final')
  const later = standing.flatMap(({ own, checks }) => {
    const last = standingChecks(checks).at(-1)!
    return last.no === own.no ? [] : [last]
  })
  if (later[0]) return state('not_last', later[0].checked_by)
  return state(isAllowed(repair, { session }) ? 'can' : 'not_yours')
}

/** When a repair was undone, and by whom: as a whole, or check by check in the ledger. */
export function undoneOf(
  repair: RepairRow,
  { db }: Pick<CallContext, 'db'>,
): Pick<RepairRow, 'undone_ms' | 'undone_by'> {
  const { undone_ms, undone_by } = repair
  const parts = partsOf(repair, { db })
  const backs = parts.flatMap(({ own, checks }) => undoneRows(checks).get(own.no) ?? [])
  if (undone_ms !== null || parts.length === 0 || backs.length < parts.length) return { undone_ms, undone_by }
  const last = backs.reduce((a, b) => (b.at_ms > a.at_ms ? b : a))
  return { undone_ms: last.at_ms, undone_by: last.checked_by }
}

function partsOf({ uuids, ...repair }: RepairRow, { db }: Pick<CallContext, 'db'>): Part[] {
  return uuids.flatMap((uuid, at) => {
    const event = eventToCheck(db, uuid)
    const checks = event ? checksOf(db, event.event_id) : []
    const own = checks.findLast((check) => isOwn(repair, at, check))
    return event && own ? [{ event, own, checks }] : []
  })
}

/** The parts of a repair that no user has undone in the ledger. */
export const standingPartsOf = (repair: RepairRow, { db }: Pick<CallContext, 'db'>): Part[] =>
  partsOf(repair, { db }).filter(({ own, checks }) => !undoneRows(checks).has(own.no))

/** Repairs of earlier versions took a time for each of their steps; all of them lie within a second. */
const one_repair_ms = 1_000

/** Whether the repair made this check of its event number `at`. */
function isOwn(
  { checks: counts, at_ms, done_by, reason }: Omit<RepairRow, 'uuids'>,
  at: number,
  check: CheckRow,
): boolean {
  if (check.checked_by !== done_by || check.undoes !== null) return false
  if (counts) return check.no === counts[at]
  return check.reason === reason && Math.abs(at_ms - check.at_ms) <= one_repair_ms
}
