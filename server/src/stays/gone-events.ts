/** What was deleted around a stay: one rule for dossier, panel of the axis and dispute sheet. */
import { barePlate, event_type, standingOf } from '@parking/contract'
import { standingVerdict } from '../checks/check-ledger.store.ts'
import type { Db } from '../core/db.ts'
import { tombstonesOfLot, type Tombstone } from '../events/record/event-tombstone.store.ts'
import { roomBetween } from '../events/record/session.store.ts'
import { stayAfter, stayBefore, type StayRow } from './stay.store.ts'

/** A deleted event. `plate_number` is null for a plate of another vehicle, which is not given away. */
export type GoneEvent = Omit<Tombstone, 'plate_number'> & { plate_number: string | null }

/** An event before or after the stay by more than this is not named if it was deleted. */
export const around_ms = 86_400_000

/**
 * What was deleted in the time of the stay, and next to it between the stays before and after. On a lot with
 * room for several vehicles, of the time next to it only what has no other plate: others come and go there.
 */
export function goneAround(
  db: Db,
  stay: StayRow,
  events: readonly { plate_number: string; checked_plate?: string | null }[],
): GoneEvent[] {
  const { lot_no, begin_ms, end_ms } = stay
  const room = roomBetween(db, lot_no, begin_ms, end_ms ?? Number.MAX_SAFE_INTEGER)
  const until_ms = end_ms === null ? Number.MAX_SAFE_INTEGER : end_ms + around_ms
  const [before, next] =
    room === 1 ? [stayBefore(db, lot_no, begin_ms - 1), stayAfter(db, lot_no, begin_ms)] : []
  const from_ms = Math.max(before?.end_ms ?? before?.seen_ms ?? 0, begin_ms - around_ms)
  const own = new Set(
    [
      stay.plate_number,
      ...events.flatMap(({ plate_number, checked_plate }) => [plate_number, checked_plate ?? '']),
    ].map(barePlate),
  )
  return tombstonesOfLot(db, lot_no, from_ms, Math.min(next?.begin_ms ?? until_ms, until_ms)).flatMap(
    (one): GoneEvent[] => {
      const during = one.event_ms >= begin_ms && one.event_ms <= (end_ms ?? Infinity)
      if (one.plate_number === '' || own.has(barePlate(one.plate_number)) || (room === 1 && during))
        return [one]
      return room === 1 || during ? [{ ...one, plate_number: null }] : []
    },
  )
}

/**
 * Whether an exit of this open stay was deleted that counted until then: the vehicle may have left, although
 * no event says so any more. A withdrawn exit never counted.
 */
export const hasLostExit = (
  db: Db,
  { begin_ms, end_ms }: Pick<StayRow, 'begin_ms' | 'end_ms'>,
  gone: readonly GoneEvent[],
): boolean =>
  end_ms === null &&
  gone.some(
    (one) =>
      one.event_type === event_type.exit &&
      one.event_ms >= begin_ms &&
      one.plate_number !== null &&
      standingOf({ ...one, verdict: standingVerdict(db, one.uuid) }) !== 'withdrawn',
  )
