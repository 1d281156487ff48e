/** Shows the ledger of checks, with whether the reader may undo each entry. */
import { check_undone, event_type, type Answer, type Body, type UndoState } from '@parking/contract'
import type { Db } from '../core/db.ts'
import type { CallContext } from '../core/call-context.ts'
import { momentOf, stampOf } from '../core/stamp.ts'
import {
  checksOf,
  eventToCheck,
  isDiscarded,
  type CheckedEvent,
  type SaidCheck,
} from './event-check.store.ts'
import { tombstoneOf } from '../events/record/event-tombstone.store.ts'
import { isSampled } from './second-review.store.ts'
import { isTyping, shownCheck, standingChecks, undoneRows } from './standing-checks.ts'
import {
  countLedger,
  entryById,
  ledgerPage,
  ledgerUsers,
  noteInLedger,
  entriesOf,
  undoOfReview,
  type LedgerFilter,
  type LedgerRow,
  type LedgerSpot,
} from './check-ledger.store.ts'

type Entry = Answer<'check_ledger'>['list'][number]

export function checkLedger(body: Body<'check_ledger'>, context: CallContext): Answer<'check_ledger'> {
  const { db } = context
  const filter: LedgerFilter = {
    username: body.username === '' ? undefined : body.username,
    from_ms: body.start_time === undefined ? undefined : momentOf(body.start_time),
    to_ms: body.end_time === undefined ? undefined : momentOf(body.end_time) + 1000,
    plate: body.plate_number,
    disagreed: body.disagreed,
  }
  const { rows, newer, older } = pageOf(db, filter, body)
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    total: countLedger(db, filter),
    list: rows.map((row) => entryOf(row, context)),
    ...(older && last && { next: `older-${last.at_ms}-${last.entry_id}` }),
    ...(newer && first && { previous: `newer-${first.at_ms}-${first.entry_id}` }),
    users: ledgerUsers(db),
  }
}

/** Reads one row more than the page, to find out whether another page follows. */
function pageOf(db: Db, filter: LedgerFilter, { cursor, page_size }: Body<'check_ledger'>) {
  const [kind, at_ms, entry_id] = (cursor ?? '').split('-')
  const spot: LedgerSpot | undefined =
    at_ms === undefined ? undefined : { at_ms: Number(at_ms), entry_id: Number(entry_id) }
  const backwards = kind === 'newer' || kind === 'last'
  const found = ledgerPage(db, filter, {
    direction: backwards ? 'newer' : 'older',
    after: spot,
    limit: page_size + 1,
  })
  const is_more = found.length > page_size
  const rows = found.slice(0, page_size)
  return backwards
    ? { rows: rows.toReversed(), newer: is_more, older: spot !== undefined }
    : { rows, newer: spot !== undefined, older: is_more }
}

function entryOf(row: LedgerRow, { db, session }: CallContext): Entry {
  const event = eventToCheck(db, row.uuid)
  const entries = entriesOf(db, row.uuid)
  // The undo of a review refers to that review, but is not a review itself.
  const first = row.review_of === null || row.agreed === null ? undefined : entryById(db, row.review_of)
  const back = first ? undoOfReview(db, row) : undoneRows(entries).get(row.entry_id)
  // A review stands until the event is checked again.
  const last = first
    ? back === undefined && !entries.some(({ no }) => no > row.entry_id)
    : standingChecks(entries).at(-1)?.no === row.entry_id
  const { verdict, plate_before, plate_after, reason } = shownCheck(
    row,
    isTyping(event ?? tombstoneOf(db, row.uuid), { no: row.entry_id }, entries[0]?.no),
  )
  return {
    entry_id: row.entry_id,
    time_str: stampOf(row.at_ms),
    username: row.checked_by,
    uuid: row.uuid,
    event_time_str: stampOf(row.event_ms),
    event_type: row.event_type,
    parking_no: row.parking_no,
    camera_name: row.camera_name,
    lot_no: row.lot_no,
    plate_color: row.plate_color,
    verdict,
    plate_before,
    plate_after,
    reason,
    status_before: row.status_before,
    status_after: row.status_after,
    taken_back: back !== undefined,
    taken_back_by: back?.checked_by ?? '',
    review: first
      ? {
          agreed: row.agreed === 1,
          username: first.checked_by,
          verdict: first.verdict,
          plate: first.plate_after,
        }
      : null,
    undo: undoOf(row, event, last, session),
    seen_checks: event ? checksOf(db, event.event_id).length : 0,
  }
}

/** The rules of `undoCheck` and `undoReview`, ordered by their importance to the reader. */
function undoOf(
  row: LedgerRow,
  event: CheckedEvent | undefined,
  last: boolean,
  { username, roles }: CallContext['session'],
): UndoState {
  if (row.reason === check_undone) return 'is_undo'
  if (isManual(row)) return 'manual'
  if (!event) return 'gone'
  if (!last) return 'not_last'
  if (isDiscarded(event) && row.agreed === null) return 'final'
  const may = roles.some((role) => role !== 'viewer') && row.checked_by === username
  return may || roles.includes('admin') ? 'can' : 'not_yours'
}

const manual: readonly number[] = [event_type.manual_vacancy_check, event_type.manual_occupied_check]
const isManual = ({ event_type: type, verdict }: LedgerRow): boolean =>
  manual.includes(type) && (verdict === 'vacant' || verdict === 'occupied')

/** Records a check from the check desk. `status_after`: the event's status after it. */
export const noteCheck = (
  db: Db,
  event: CheckedEvent,
  check: SaidCheck,
  status_after: number,
  /** `of`: the reviewed check, with whether both agree; for the undo of a review, that review. */
  review?: { of: number; agreed?: boolean },
): void =>
  noteInLedger(db, {
    ...check,
    uuid: event.uuid,
    event_ms: event.event_ms,
    event_type: event.event_type,
    parking_no: event.parking_no,
    camera_name: event.camera_name,
    lot_no: event.lot_no,
    plate_color: event.plate_color,
    status_before: event.status,
    status_after,
    sampled: review || check.reason === check_undone ? 0 : isSampled(event.uuid),
    undoes: check.undoes === null ? null : (standingChecks(entriesOf(db, event.uuid)).at(-1)?.no ?? null),
    review_of: review?.of ?? null,
    agreed: review?.agreed === undefined ? null : review.agreed ? 1 : 0,
  })

/** Records a manual check, which is itself an event. */
export function noteManualCheck(
  { db, now, session }: Pick<CallContext, 'db' | 'now' | 'session'>,
  uuid: string,
  verdict: 'vacant' | 'occupied',
): void {
  const event = eventToCheck(db, uuid)
  if (!event) return
  const check = {
    at_ms: now(),
    checked_by: session.username,
    verdict,
    plate_before: '',
    plate_after: '',
    reason: event.comment,
    undoes: null,
  }
  noteCheck(db, event, check, event.status)
}
