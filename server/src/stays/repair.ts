/**
 * Repairs irregular stays by the rules of a check: events are added, discarded or corrected with a reason and
 * user, in one transaction with the stay. Long because a repair and its undo belong together.
 */
import { randomUUID } from 'node:crypto'
import {
  barePlate,
  event_status,
  event_type,
  isRestorable,
  standingOf,
  type Answer,
  type Body,
} from '@parking/contract'
import { checkerOf, type CheckLeases } from '../checks/check-lease.ts'
import { noteCheck } from '../checks/check-ledger.ts'
import { checkEvent, undoCheck } from '../checks/check-decide.ts'
import { checksOf, eventToCheck, recordCheck } from '../checks/event-check.store.ts'
import type { CallContext } from '../core/call-context.ts'
import type { Db } from '../core/db.ts'
import { badField, denied, failedBecause, notFound } from '../core/refusal.ts'
import { insertEvent } from '../events/record/event.store.ts'
import { initialEventState } from '../events/record/initial-event-state.ts'
import { nextStatus, pathRules } from '../events/record/next-status.ts'
import { presentRules } from '../events/record/rule-version.store.ts'
import { knownPlate } from '../events/record/stays.ts'
import { updateStays } from './update-stays.ts'
import { fits, standingPartsOf, timeOfEntry, timeOfExit, undoOfRepair } from './repair-rules.ts'
import { acceptedOf, insertRepair, markRepairUndone, repairById } from './stay-repair.store.ts'
import { eventsOfStay } from './stay-events.ts'
import { shownStays } from './stay-rows.ts'
import { countIrregular, placesById, setAccepted, stayOfEvents, type StayRow } from './stay.store.ts'

type Asked = Body<'repair_stay'>
type Context = CallContext & { check_leases: CheckLeases }

/**
 * Throws 1000 on the field that does not fit, 3000 if the stay is gone, and 7000 `changed_meanwhile` if its
 * entry or exit has changed.
 */
export function repairStay(asked: Asked, asked_in: Context): Answer<'repair_stay'> {
  const context = atOneTime(asked_in)
  const { db, now, bus, session } = context
  const done = db.transaction(() => {
    const row = stayAsSeen(asked, context)
    if (!fits(asked.act, row)) throw badField('act', 'choice')
    const reason = asked.reason.trim()
    if (reason === '') throw badField('reason', 'required')
    const uuids = eventsOf({ ...asked, reason }, row, context)
    const repair_id = insertRepair(db, {
      at_ms: now(),
      done_by: session.username,
      act: asked.act,
      reason,
      lot_no: row.lot_no,
      entry_uuid: asked.stay.entry_uuid,
      exit_uuid: asked.stay.exit_uuid,
      uuids,
      checks: uuids.map((uuid) => checkCount(db, uuid)),
      accepted: asked.act === 'accept' ? row.irregular : 0,
    })
    if (asked.act === 'accept') acceptAgain(row, context)
    updateStays(db, row.lot_no)
    const repair = repairById(db, repair_id)!
    return { repair_id, left: left(context), undo: undoOfRepair(repair, context).undo }
  })
  bus.emit('queue')
  return done
}

/** Everything that one repair writes bears one time, by which its undo finds it. */
function atOneTime(context: Context): Context {
  const at_ms = context.now()
  return { ...context, now: () => at_ms }
}

function checkCount(db: Db, uuid: string): number {
  const event = eventToCheck(db, uuid)
  return event ? checksOf(db, event.event_id).length : 0
}

function stayAsSeen({ stay }: Asked, { db }: Context): StayRow {
  updateStays(db, stay.lot_no)
  const row = stayOfEvents(db, stay)
  const [now] = row ? shownStays(db, [row]) : []
  if (!row || !now) {
    // Another user's repair may have made it part of another stay.
    const known = [stay.entry_uuid, stay.exit_uuid].some((uuid) => eventToCheck(db, uuid) !== undefined)
    throw known ? changed() : notFound('The stay')
  }
  const { identity } = now
  if (identity.entry_uuid !== stay.entry_uuid || identity.exit_uuid !== stay.exit_uuid) throw changed()
  return row
}

const changed = () => failedBecause('changed_meanwhile', 'This stay has changed since it was shown')

/** The events that the repair adds, restores, discards or corrects. */
function eventsOf(asked: Asked, row: StayRow, context: Context): string[] {
  const { db } = context
  switch (asked.act) {
    case 'accept':
      return []
    case 'open':
      return [addEvent(asked, row, event_type.entry, timeOfEntry(asked, row, context), context)]
    case 'close':
      return [addEvent(asked, row, event_type.exit, timeOfExit(asked, row, context), context)]
    case 'restore': {
      const own = eventsOfStay(db, row).withdrawn.find(({ uuid }) => uuid === asked.uuid)
      const is_restorable =
        own && isRestorable({ ...own, standing: standingOf(own), confidence: own.typed === 1 ? null : 0 })
      if (!is_restorable) throw badField('uuid', asked.uuid === undefined ? 'required' : 'not_found')
      decide(own.uuid, { verdict: 'confirmed', reason: asked.reason }, context)
      return [own.uuid]
    }
    case 'drop': {
      const own = eventsOfStay(db, row).counted.find(({ uuid }) => uuid === asked.uuid)
      if (!own) throw badField('uuid', asked.uuid === undefined ? 'required' : 'not_found')
      decide(own.uuid, { verdict: 'discarded', reason: asked.reason }, context)
      return [own.uuid]
    }
    case 'plate': {
      const plate_number = asked.plate_number ?? ''
      if (barePlate(plate_number) === '') throw badField('plate_number', 'required')
      const other = eventsOfStay(db, row).counted.filter(
        (event) => barePlate(knownPlate(event)) !== barePlate(plate_number),
      )
      if (other.length === 0) throw badField('plate_number', 'same_as_before')
      for (const { uuid } of other)
        decide(uuid, { verdict: 'corrected', plate_number, reason: asked.reason }, context)
      return other.map(({ uuid }) => uuid)
    }
  }
}

type Verdict = Pick<Body<'check_parking_event'>, 'verdict' | 'plate_number' | 'reason'>
function decide(uuid: string, verdict: Verdict, context: Context): void {
  const event = eventToCheck(context.db, uuid)
  const seen_checks = event ? checksOf(context.db, event.event_id).length : 0
  checkEvent({ uuid, seen_checks, ...verdict }, context, checkerOf(context))
}

/**
 * Adds an entry or exit for a user. It is processed like any other event, but does not wait for a check,
 * because a user has already decided. It has no picture.
 */
function addEvent({ reason }: Asked, row: StayRow, type: number, event_ms: number, context: Context): string {
  const { db, now, session } = context
  const place = placesById(db, [row.place_id]).get(row.place_id)
  if (!place) throw notFound('The lot')
  const [uuid, create_ms] = [randomUUID(), now()]
  const event = {
    uuid,
    event_ms,
    create_ms,
    event_type: type,
    plate_number: row.plate_number,
    plate_color:
      eventsOfStay(db, row).counted.findLast((event) => event.plate_color !== 'unknown')?.plate_color ??
      'unknown',
    confidence: 0,
    comment: '',
    typed: 1 as const,
    place,
    pictures: [],
    rule: presentRules(context)(place.scene_id),
  }
  // Its confidence is no measurement, so it never holds the event back.
  const { status, reason: why } = initialEventState(context)({ ...event, confidence: 100 })
  const held = status === event_status.skipped || status === event_status.validation_failed
  const path = { event_type: type, media: false, waits: false }
  insertEvent(db, {
    ...event,
    ...(held ? { status, reason: why } : nextStatus(pathRules(context), path, 'checked')),
  })
  const added = eventToCheck(db, uuid)!
  const check = {
    at_ms: create_ms,
    checked_by: session.username,
    verdict: 'confirmed' as const,
    plate_before: row.plate_number,
    plate_after: row.plate_number,
    reason,
    undoes: null,
  }
  recordCheck(db, added, check)
  noteCheck(db, added, check, added.status)
  return uuid
}

function acceptAgain(row: StayRow, { db }: Context): void {
  const [shown] = shownStays(db, [row])
  const { entry_uuid, exit_uuid } = shown!.identity
  setAccepted(db, row.stay_id, acceptedOf(db, [entry_uuid, exit_uuid]))
}

/**
 * Undoes what still stands of a repair. Throws 4030 for another user's repair, and 7000 `changed_meanwhile`
 * if it was already undone, an event has been checked since, was deleted, or was discarded permanently.
 */
export function undoStayRepair(
  { repair_id }: Body<'undo_stay_repair'>,
  asked_in: Context,
): Answer<'undo_stay_repair'> {
  const context = atOneTime(asked_in)
  const { db, now, bus, session } = context
  const done = db.transaction(() => {
    const repair = repairById(db, repair_id)
    if (!repair) throw notFound('The repair')
    const { undo, by } = undoOfRepair(repair, context)
    if (undo === 'not_yours') throw denied('Your role may not undo this')
    if (undo !== 'can') throw failedBecause('changed_meanwhile', not_undone[undo], by)
    for (const { event, checks } of standingPartsOf(repair, context))
      undoCheck({ uuid: event.uuid, seen_checks: checks.length }, context, checkerOf(context))
    markRepairUndone(db, repair_id, now(), session.username)
    const row = stayOfEvents(db, repair)
    if (repair.act === 'accept' && row) acceptAgain(row, context)
    updateStays(db, repair.lot_no)
    return { left: left(context) }
  })
  bus.emit('queue')
  return done
}

const not_undone = {
  undone: 'This was undone already',
  final: 'A discarded event cannot be changed',
  not_last: 'This event was checked since',
  gone: 'Its events were deleted',
}

const left = ({ db }: Context): number => countIrregular(db).reduce((sum, { n }) => sum + n, 0)
