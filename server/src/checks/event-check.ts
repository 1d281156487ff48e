/**
 * The check desk: the events that need a check, and the users who have leased them (contract,
 * event_check_queue).
 */
import {
  confidenceOf,
  plateDoubt,
  standingOf,
  type Answer,
  type Body,
  type CheckCause,
} from '@parking/contract'
import type { Db } from '../core/db.ts'
import { shownPictures } from '../events/record/evidence.store.ts'
import type { Media } from '../core/media.ts'
import type { CallContext } from '../core/call-context.ts'
import { stampOf } from '../core/stamp.ts'
import { countChecksSince } from './check-ledger.store.ts'
import { countToReview, eventsToReview } from './second-review.store.ts'
import { checkerOf, type CheckLeases } from './check-lease.ts'
import {
  checksOf,
  countToCheck,
  eventToCheck,
  eventsToCheck,
  partnerOf,
  wantedEvent,
  type CheckedEvent,
} from './event-check.store.ts'
import { isTyping, shownCheck } from './standing-checks.ts'
import { readingsOf } from '../events/record/event-looks.store.ts'
import { lotOf } from '../events/record/event-lot.ts'
import { mayBeSent } from '../events/record/event-state.store.ts'
import type { EventRow } from '../events/record/event.store.ts'
import { readParam } from '../params/param.store.ts'
import { drawnPath, picturePath } from '../events/record/event-paths.ts'

type Queue = Answer<'event_check_queue'>

export async function checkQueue(
  { limit, why, skip = [], first }: Body<'event_check_queue'>,
  context: CallContext & { check_leases: CheckLeases },
): Promise<Queue> {
  const { db } = context
  const [now, checker, { plate_type }] = [context.now(), checkerOf(context), readParam(context, 'alg_param')]
  const counted = countToCheck(db)
  const excluded = [...skip, ...context.check_leases.heldByOthers(checker, now)]
  const wanted =
    first === undefined || limit === 0 || excluded.includes(first) ? undefined : wantedEvent(db, first)
  const reviews = reviewsFor(context, limit, why, excluded)
  const rest =
    limit === 0 || why === 'second_review'
      ? []
      : eventsToCheck(db, {
          limit: limit - (wanted ? 1 : 0) - reviews.length,
          only: why,
          skip: [...excluded, ...(wanted ? [wanted.uuid] : [])],
        })
  // A review is never first unless nothing else waits; in second place it still gets its turn when many
  // events wait.
  const list = [...(wanted ? [wanted] : []), ...rest.slice(0, 1), ...reviews, ...rest.slice(1)]
  if (limit > 0)
    context.check_leases.acquire(
      checker,
      list.map(({ uuid }) => uuid),
      now,
    )
  const to_review = countToReview(db, checker.username, now)
  const of = (one: keyof Queue['by_why']) => counted.get(one) ?? 0
  return {
    total: [...counted.values()].reduce((sum, n) => sum + n, to_review),
    by_why: {
      waits_for_check: of('waits_for_check'),
      validation_failed: of('validation_failed'),
      unsure: of('unsure'),
      doubtful_plate: of('doubtful_plate'),
      second_review: to_review,
    },
    plate_type,
    list: await Promise.all(list.map((event) => shown(context, event, plate_type, now))),
    others: context.check_leases.otherCheckers(checker, now),
    mine: {
      hour: countChecksSince(db, checker.username, now - 60 * 60_000),
      today: countChecksSince(db, checker.username, new Date(now).setHours(0, 0, 0, 0)),
    },
  }
}

/**
 * At most one review among events that wait for a first check. Shown with the recognised plate, without the
 * first check.
 */
function reviewsFor(
  context: CallContext,
  limit: number,
  why: CheckCause | undefined,
  skip: readonly string[],
): CheckedEvent[] {
  if (limit === 0 || (why !== undefined && why !== 'second_review')) return []
  const { db, now, session } = context
  const most = why === 'second_review' ? limit : Math.min(1, limit - 1)
  return eventsToReview(db, session.username, now(), { limit: most, skip }).flatMap((uuid) => {
    const event = eventToCheck(db, uuid)
    return event ? [{ ...event, checked_plate: null, why: 'second_review' as const }] : []
  })
}

async function shown(
  { db, media }: CallContext,
  event: CheckedEvent,
  plate_type: number,
  now: number,
): Promise<Queue['list'][number]> {
  const plate_number = event.checked_plate ?? event.plate_number
  const partner = partnerOf(db, event)
  return {
    uuid: event.uuid,
    event_time_str: stampOf(event.event_ms),
    parking_no: event.parking_no,
    camera_name: event.camera_name,
    lot_no: event.lot_no,
    event_type: event.event_type,
    status: event.status,
    plate_read: event.plate_number,
    plate_number,
    plate_color: event.plate_color,
    // A review does not show what the first user decided.
    standing: standingOf({ ...event, ...(event.why === 'second_review' && { status: 0, verdict: null }) }),
    at_platform: mayBeSent(db, event),
    readings: readingsOf(db, event.event_id),
    confidence: confidenceOf(event),
    comment: event.comment,
    why: event.why,
    doubt: plateDoubt(plate_number, plate_type) ?? null,
    pictures: picturesOf(db, media, event, now),
    partner: partner
      ? {
          uuid: partner.uuid,
          event_time_str: stampOf(partner.event_ms),
          event_type: partner.event_type,
          standing: standingOf(partner),
          plate_number: partner.plate_number,
          plate_color: partner.plate_color,
          pictures: picturesOf(db, media, partner, now),
        }
      : null,
    checks: (event.why === 'second_review' ? [] : checksOf(db, event.event_id)).map((check) => ({
      at_str: stampOf(check.at_ms),
      ...shownCheck(check, isTyping(event, check)),
    })),
    // Last, because it is asynchronous: a check that is recorded while it runs must not be shown with an
    // event that still needs a check.
    lot: await lotOf(event, { db, media }),
  }
}

const picturesOf = (
  db: Db,
  media: Media,
  event: Pick<EventRow, 'event_id' | 'create_ms' | 'uuid'>,
  now: number,
) =>
  shownPictures(db, event.event_id).map(({ position, kind, width, height, drawn }) => ({
    kind,
    url: media.address((drawn ? drawnPath : picturePath)(event.create_ms, event.uuid, position), now),
    width,
    height,
  }))
