/**
 * Users judge a sampled decision blind: first the lot, then the plate. No answer contains the decision or the
 * recognised plate. The plate picture is sent only after the lot is judged, because an exit has none and
 * would be recognisable.
 */
import { barePlate, event_type, type Answer, type Body } from '@parking/contract'
import { checkerOf, type CheckLeases } from '../checks/check-lease.ts'
import type { CallContext } from '../core/call-context.ts'
import { badField, failedBecause, notFound } from '../core/refusal.ts'
import { stampOf } from '../core/stamp.ts'
import { lotAsTaken } from '../events/record/event-lot.ts'
import { picturePath, type PictureKind } from '../events/record/event-paths.ts'
import { eventByUuid, picturesOf } from '../events/record/event.store.ts'
import {
  countWaiting,
  judgeLot,
  judgePlate,
  markShown,
  nextSample,
  sampleById,
  type SampleRow,
} from './accuracy.store.ts'

type Needs = CallContext & { accuracy_leases: CheckLeases }

/** If a judgement takes longer than this, the user did something else in between. */
const max_look_ms = 60_000

export function nextToJudge(
  { skip = [] }: Body<'next_accuracy_sample'>,
  context: Needs,
): Answer<'next_accuracy_sample'> {
  const { db, accuracy_leases } = context
  const [now, checker] = [context.now(), checkerOf(context)]
  const leased = accuracy_leases.heldByOthers(checker, now)
  const passed = [...skip]
  for (;;) {
    const row = nextSample(db, now, { skip: passed, leased })
    const sample = row ? shown(row, context) : null
    if (row && !sample) {
      passed.push(row.sample_id)
      continue
    }
    accuracy_leases.acquire(checker, row ? [row.uuid] : [], now)
    if (row) markShown(db, row.sample_id)
    return { waiting: countWaiting(db, now), sample }
  }
}

/** null if the picture or the lot is gone. */
function shown(row: SampleRow, context: Needs): Answer<'next_accuracy_sample'>['sample'] {
  const picture = pictureOf(row, 'image', context)
  const event = eventByUuid(context.db, row.uuid)
  const lot = event && lotAsTaken(event, context.db)
  if (!picture || !lot) return null
  const { sample_id, camera_name, lot_no, event_ms } = row
  return { sample_id, camera_name, lot_no, time_str: stampOf(event_ms), picture, lot }
}

/** The original picture, because drawn evidence reveals the decision. */
function pictureOf({ uuid }: SampleRow, kind: PictureKind, { db, media, now }: Needs) {
  const event = eventByUuid(db, uuid)
  const picture = event && picturesOf(db, event.event_id).find((one) => one.kind === kind)
  if (!picture) return null
  const { position, width, height } = picture
  return { url: media.address(picturePath(event.create_ms, uuid, position), now()), width, height }
}

/** Throws 3000 for a sample that does not exist, and 7000 `changed_meanwhile` if another user was first. */
export function judgeSample(
  { sample_id, lot, took_ms }: Body<'judge_accuracy_sample'>,
  context: Needs,
): Answer<'judge_accuracy_sample'> {
  const { db, now, session, accuracy_leases } = context
  return db.transaction(() => {
    const row = sampleById(db, sample_id)
    if (!row) throw notFound('The sample')
    const at_ms = now()
    // The answer to the first request may have been lost: repeating the same judgement gets the same answer.
    if (row.lot !== null && (row.judged_by !== session.username || row.lot !== lot))
      throw failedBecause('changed_meanwhile', 'Another user has judged this sample', row.judged_by ?? '')
    if (row.lot === null)
      judgeLot(db, sample_id, {
        lot,
        by: session.username,
        at_ms,
        took_ms: Math.min(took_ms, max_look_ms),
      })
    accuracy_leases.release(checkerOf(context), row.uuid, at_ms)
    const wants_plate = lot === 'occupied' && row.event_type !== event_type.exit && row.plate_read !== ''
    return {
      waiting: countWaiting(db, at_ms),
      plate: wants_plate ? (pictureOf(row, 'plate', context) ?? pictureOf(row, 'car', context)) : null,
    }
  })
}

/**
 * Throws 1000 for an empty plate, 3000 for an unknown sample, and 7000 if another user judges it or the plate
 * is already judged.
 */
export function judgeSamplePlate(
  { sample_id, answer, plate_number, took_ms }: Body<'judge_accuracy_plate'>,
  { db, now, session }: Needs,
): Answer<'judge_accuracy_plate'> {
  const plate = answer === 'read' ? barePlate(plate_number) : ''
  if (answer === 'read' && plate === '') throw badField('plate_number', 'required')
  return db.transaction(() => {
    const row = sampleById(db, sample_id)
    if (!row) throw notFound('The sample')
    const again = row.plate_answer === answer && row.plate_judged === plate
    if (row.judged_by !== session.username || row.lot !== 'occupied' || (row.plate_answer !== null && !again))
      throw failedBecause('changed_meanwhile', 'This plate was judged already', row.judged_by ?? '')
    if (!again) judgePlate(db, sample_id, { answer, plate, took_ms: Math.min(took_ms, max_look_ms) })
    return { waiting: countWaiting(db, now()) }
  })
}
