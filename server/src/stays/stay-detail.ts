/** One stay with its events, pictures, contradictions and repairs (contract, stay_detail). */
import { confidenceOf, standingOf, type Answer, type Body } from '@parking/contract'
import { checksOf } from '../checks/event-check.store.ts'
import { isTyping, shownCheck } from '../checks/standing-checks.ts'
import type { CallContext } from '../core/call-context.ts'
import type { Db } from '../core/db.ts'
import { notFound } from '../core/refusal.ts'
import { stampOf } from '../core/stamp.ts'
import { drawnPath, picturePath } from '../events/record/event-paths.ts'
import { eventByUuid } from '../events/record/event.store.ts'
import { shownPictures } from '../events/record/evidence.store.ts'
import { inTime, knownPlate } from '../events/record/stays.ts'
import { planBetween } from '../schedule/scheduled-event-stays.store.ts'
import { goneAround, hasLostExit } from './gone-events.ts'
import { undoOfRepair } from './repair-rules.ts'
import { contradict } from './stay-facts.ts'
import { repairsOf } from './stay-repair.store.ts'
import { eventsOfStay, stayWith } from './stay-events.ts'
import { shownStays } from './stay-rows.ts'
import {
  eventFacts,
  placesById,
  stayAfter,
  stayBefore,
  stayById,
  staysOfPlate,
  type StayRow,
} from './stay.store.ts'

const max_events = 100

/** Throws 3000 if there is no such stay, or its events are still being read. */
export function stayDetail(body: Body<'stay_detail'>, context: CallContext): Answer<'stay_detail'> {
  const { db, now } = context
  const row = wanted(body, db)
  const [shown] = row ? shownStays(db, [row]) : []
  if (!row || !shown) throw notFound('The stay')
  const before = stayBefore(db, row.lot_no, row.begin_ms - 1)
  const elsewhere = staysOfPlate(db, row.plate_number).filter((other) => contradict(row, other))
  const events = shownEvents(db, row)
  const gone = goneAround(db, row, events).filter(({ plate_number }) => plate_number !== null)
  const places = placesById(
    db,
    events.map(({ place_id }) => place_id),
  )
  return {
    ...shown,
    ...planBetween(db, row.begin_ms, row.end_ms ?? now()),
    checks: events
      .flatMap((event) => checksOf(db, event.event_id).map((check) => ({ check, event })))
      .sort((a, b) => a.check.at_ms - b.check.at_ms)
      .map(({ check, event }) => ({
        time_str: stampOf(check.at_ms),
        uuid: event.uuid,
        ...shownCheck(check, isTyping(event, check)),
      })),
    events: events.map((event) => {
      const { confidence, comment } = eventFacts(db, event.event_id)
      const seen_from = event.typed === 1 ? undefined : places.get(event.place_id)
      return {
        uuid: event.uuid,
        event_type: event.event_type,
        time_ms: event.event_ms,
        time_str: stampOf(event.event_ms),
        plate_number: knownPlate(event),
        status: event.status,
        standing: standingOf(event),
        confidence: confidenceOf({ ...event, confidence }),
        camera_sn: seen_from?.camera_sn ?? '',
        camera_name: seen_from?.camera_name ?? '',
        comment,
        pictures: picturesOf(event, context),
      }
    }),
    gone: gone.map(({ uuid, event_type, typed, event_ms, deleted_ms, deleted_by }) => ({
      uuid,
      event_type,
      typed: typed === 1,
      time_str: stampOf(event_ms),
      deleted_str: stampOf(deleted_ms),
      by: deleted_by,
    })),
    lost_exit: hasLostExit(db, row, gone),
    elsewhere: shownStays(db, elsewhere),
    repairs: repairsOf(
      db,
      events.map(({ uuid }) => uuid),
    ).map((repair) => {
      const { undo, undone_ms, by } = undoOfRepair(repair, context)
      return {
        repair_id: repair.repair_id,
        time_str: stampOf(repair.at_ms),
        username: repair.done_by,
        act: repair.act,
        reason: repair.reason,
        undo,
        undone_str: stampOf(undone_ms),
        undo_by: by,
      }
    }),
    next_begin_ms: stayAfter(db, row.lot_no, row.begin_ms)?.begin_ms ?? null,
    previous_end_ms: before?.end_ms ?? null,
    day: stampOf(row.begin_ms).slice(0, 10),
  }
}

/** With those that were withdrawn from it; of a long stay the first ones and the last one. */
function shownEvents(db: Db, row: StayRow) {
  const { counted, withdrawn } = eventsOfStay(db, row)
  const all = [...counted, ...withdrawn].sort(inTime)
  return all.length > max_events ? [...all.slice(0, max_events - 1), all.at(-1)!] : all
}

function wanted({ stay, uuid }: Body<'stay_detail'>, db: Db): StayRow | undefined {
  if (stay !== undefined) return stayById(db, stay)
  const event = uuid === undefined ? undefined : eventByUuid(db, uuid)
  return event && stayWith(db, event.event_id)
}

const picturesOf = (
  event: { event_id: number; create_ms: number; uuid: string; status: number },
  { db, media, now }: CallContext,
) =>
  shownPictures(db, event.event_id).map(({ position, kind, width, height, drawn }) => ({
    kind,
    url: media.address((drawn ? drawnPath : picturePath)(event.create_ms, event.uuid, position), now()),
    width,
    height,
  }))
