/** Corrects a judgement: the one before it is kept, and the report counts the correction. */
import { barePlate, type Answer, type Body } from '@parking/contract'
import type { CallContext } from '../core/call-context.ts'
import { badField, denied, notFound } from '../core/refusal.ts'
import { stampOf } from '../core/stamp.ts'
import { correctJudgement, lastJudgements, sampleById } from './accuracy.store.ts'

const max_listed = 20

export function ownJudgements({ db, session }: CallContext): Answer<'list_accuracy_judgements'> {
  return {
    list: lastJudgements(db, session.username, max_listed).map((row) => ({
      sample_id: row.sample_id,
      camera_name: row.camera_name,
      lot_no: row.lot_no,
      time_str: stampOf(row.event_ms),
      judged_str: stampOf(row.judged_ms),
      lot: row.lot,
      plate: { answer: row.plate_answer, plate_number: row.plate_judged ?? '' },
      corrections: row.corrections,
    })),
  }
}

/**
 * Throws 3000 for a sample that does not exist or was not judged, 4030 for the judgement of another user, and
 * 1000 for an empty plate or reason, or if nothing changes.
 */
export function correctOwn(
  { sample_id, lot, plate, reason }: Body<'correct_accuracy_judgement'>,
  { db, now, session }: CallContext,
): Answer<'correct_accuracy_judgement'> {
  if (reason.trim() === '') throw badField('reason', 'required')
  return db.transaction(() => {
    const row = sampleById(db, sample_id)
    if (!row || row.lot === null) throw notFound('The judgement')
    if (row.judged_by !== session.username && !session.roles.includes('admin'))
      throw denied('Only administrators correct the judgement of another user')
    const plate_judged = plate.answer === 'read' ? barePlate(plate.plate_number) : ''
    if (plate.answer === 'read' && plate_judged === '') throw badField('plate', 'required')
    // A plate can only be judged where there is a vehicle, and only if it was asked for.
    const asked = lot === 'occupied' && row.plate_answer !== null
    const after = {
      lot,
      plate_answer: asked ? (plate.answer ?? row.plate_answer) : row.plate_answer,
      plate_judged: asked && plate.answer !== null ? plate_judged : row.plate_judged,
    }
    if (
      after.lot === row.lot &&
      after.plate_answer === row.plate_answer &&
      after.plate_judged === row.plate_judged
    )
      throw badField('lot', 'same_as_before')
    const before = { ...row, lot: row.lot }
    correctJudgement(db, before, after, { by: session.username, at_ms: now(), reason: reason.trim() })
    return {}
  })
}
