/**
 * Why an event needs a human check, and what a verdict does to it (docs/decisions/0022). Without schemas, for
 * the browser.
 */
import { event_type } from '../core/codes.ts'
import type { CheckVerdict } from '../events/event-path.ts'

/**
 * waits_for_check: `charge_mode` holds the event until it is checked. validation_failed: its evidence could
 * not be produced. unsure: recognised with too little confidence to be sent automatically. doubtful_plate: it
 * is sent, but its plate should be checked. second_review: another user has checked it, and it is in the
 * sample that is checked twice.
 */
export const check_causes = [
  'waits_for_check',
  'validation_failed',
  'unsure',
  'doubtful_plate',
  'second_review',
] as const
export type CheckCause = (typeof check_causes)[number]

/** The reason of a check that was undone. */
export const check_undone = 'undone'

/**
 * Event types that report a vehicle on the lot. For other types, the verdict is about the moment after the
 * event.
 */
const arrivals: readonly number[] = [
  event_type.initial_entry,
  event_type.entry,
  event_type.update,
  event_type.scheduled_entry,
  event_type.smart_timer_image,
  event_type.timer_image,
  event_type.timed_resign,
  event_type.manual_occupied_check,
]

/**
 * What a verdict does to an event. `vacant` contradicts an arrival and `occupied` contradicts an exit, so the
 * event is discarded. A verdict that agrees with the event sends it, as `confirmed` does.
 */
export function checkEffect(type: number, verdict: CheckVerdict): 'goes_on' | 'discarded' {
  if (verdict === 'discarded') return 'discarded'
  if (verdict === 'vacant') return arrivals.includes(type) ? 'discarded' : 'goes_on'
  if (verdict === 'occupied') return arrivals.includes(type) ? 'goes_on' : 'discarded'
  return 'goes_on'
}
