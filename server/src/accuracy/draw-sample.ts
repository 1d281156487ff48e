/** Draws the sample while events are stored: one keyed digest for each event, and a row if it is drawn. */
import { event_status, type UndrawnCause } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { roomOfLot } from '../events/record/session.store.ts'
import type { NewEvent } from '../events/record/event.store.ts'
import type { InitialEventState } from '../events/record/initial-event-state.ts'
import { decision_types, insertSample } from './accuracy.store.ts'
import type { DecisionCounts } from './decision-counts.ts'
import { accuracySettings } from './settings.ts'
import { countUndrawn } from './undrawn.store.ts'
import type { Secrets } from '../core/secrets.ts'

type Decision = Pick<
  NewEvent,
  'uuid' | 'event_ms' | 'event_type' | 'plate_number' | 'confidence' | 'place' | 'pictures'
>

/**
 * Reads the settings once for a batch of events. Call the returned function inside the transaction of the
 * event. It counts the decisions that cannot be drawn: an implausible event, one without a picture, one whose
 * original picture may not be shown, one on a lot with room for several vehicles, and all while nothing is
 * sampled.
 */
export function drawSample(
  deps: Pick<Deps, 'db' | 'secrets' | 'now'>,
  counts: DecisionCounts,
): (event: Decision, state: InitialEventState) => void {
  const percent = accuracySettings(deps.db).sample_percent
  const whyNot = (event: Decision, { evidence, status }: InitialEventState): UndrawnCause | undefined => {
    if (status === event_status.validation_failed) return 'implausible'
    if (!event.pictures.some(({ kind }) => kind === 'image')) return 'no_picture'
    // "Occupied" says nothing about the one vehicle of several that came or left.
    if (roomOfLot(deps.db, event.place.lot_no) > 1) return 'several'
    if (evidence?.held) return 'hidden'
    return percent === 0 ? 'off' : undefined
  }
  return (event, state) => {
    const { uuid, event_ms, plate_number, confidence, place } = event
    if (!decision_types.includes(event.event_type)) return
    const why = whyNot(event, state)
    if (why) return countUndrawn(deps.db, { now: deps.now(), camera_sn: place.camera_sn, why })
    const { n, mean } = counts.of(deps, place.camera_sn, new Date(event_ms).getHours(), deps.now())
    const [draw, share] = [drawOf(deps.secrets, uuid), shareOf(percent / 100, n, mean)]
    if (draw >= share) return
    insertSample(deps.db, {
      uuid,
      event_ms,
      event_type: event.event_type,
      camera_sn: place.camera_sn,
      camera_name: place.camera_name,
      lot_no: place.lot_no,
      confidence,
      plate_read: plate_number,
      automatic: state.reason === 'unsure' ? 0 : 1,
      draw,
      share,
    })
  }
}

/** Uniform in 0 to 1; always the same for the same uuid on this device. */
export function drawOf(secrets: Pick<Secrets, 'sign'>, uuid: string): number {
  const digest = Buffer.from(secrets.sign('accuracy sample', uuid), 'base64url')
  return Number(digest.readBigUInt64BE() >> 11n) / 2 ** 53
}

/**
 * The probability of drawing a decision of a stratum (camera and hour of the day) with `n` decisions a week,
 * if strata have `mean` on average. Half of the sample is proportional to the number of decisions, half is
 * equal for all strata, so that quiet hours are judged too. Never below half of `share`; for a stratum
 * without decisions it is `share`.
 */
export function shareOf(share: number, n: number, mean: number): number {
  return Math.min(1, share * (n <= 0 ? 1 : 0.5 + (0.5 * mean) / n))
}
