/** What became of a drawn sample, and whether the decision was right. Pure. */
import { barePlate, event_type } from '@parking/contract'
import { waits_ms, type DrawnSample } from './accuracy.store.ts'

/**
 * decided: judged right or wrong. waiting: it will be offered, in an order that says nothing of its content.
 * skipped: a user has seen it, and none has judged it.
 * The others are lost for judging.
 */
export type Fate = 'decided' | 'unclear' | 'waiting' | 'skipped' | 'deleted' | 'expired'

export function fateOf({ lot, deleted, skips, event_ms }: FateFacts, now: number): Fate {
  if (lot !== null) return lot === 'unclear' ? 'unclear' : 'decided'
  if (deleted === 1) return 'deleted'
  if (skips > 0) return 'skipped'
  return event_ms <= now - waits_ms ? 'expired' : 'waiting'
}
type FateFacts = Pick<DrawnSample, 'lot' | 'deleted' | 'skips' | 'event_ms'>

/** `lost`: it cannot be known, so it bounds the rate: all of them may be right, or wrong. */
export type Outcome = 'right' | 'wrong' | 'lost'

/** Whether the event contradicts the judgement of the lot; undefined while it waits. */
export function lotOutcome(
  row: FateFacts & Pick<DrawnSample, 'event_type'>,
  now: number,
): Outcome | undefined {
  const fate = fateOf(row, now)
  if (fate === 'waiting') return undefined
  if (fate !== 'decided') return 'lost'
  return (row.event_type === event_type.exit) === (row.lot === 'vacant') ? 'right' : 'wrong'
}

/**
 * Whether the plate of an entry was recognised; undefined if none was recognised, while it waits, or if there
 * was no vehicle.
 */
export function plateOutcome(row: DrawnSample, now: number): Outcome | undefined {
  const { plate_read, plate_answer, plate_judged, lot } = row
  const fate = fateOf(row, now)
  if (row.event_type === event_type.exit || plate_read === '' || fate === 'waiting' || lot === 'vacant')
    return undefined
  if (fate !== 'decided' || plate_answer === null || plate_answer === 'unreadable') return 'lost'
  const right = plate_answer === 'read' && barePlate(plate_read) === barePlate(plate_judged ?? '')
  return right ? 'right' : 'wrong'
}
