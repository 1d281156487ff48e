/** Why somebody should look at an event, and what they can do to it (docs/decisions/0022): what the page and the server both read. */
import { event_type } from '../core/codes.ts'
import type { CheckVerdict } from '../events/event-path.ts'

/** Why somebody should look. waits_for_check: `charge_mode` holds it until then. validation_failed: its evidence could not be made. unsure: seen too unsurely to be sent by itself. doubtful_plate: it goes its way, and its plate is to be looked at. */
export const check_causes = ['waits_for_check', 'validation_failed', 'unsure', 'doubtful_plate'] as const
export type CheckCause = (typeof check_causes)[number]

/** What an undo leaves as the reason of its check. */
export const check_undone = 'undone'

/** What is taken for an arrival; of the others `vacant` and `occupied` are said of the moment after. */
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
 * What a verdict does to an event. Nobody stood there: no arrival and no presence was to be reported. Somebody still stands there: no exit was. What agrees
 * with the event lets it go on, as `confirmed` does.
 */
export function checkEffect(type: number, verdict: CheckVerdict): 'goes_on' | 'discarded' {
  if (verdict === 'discarded') return 'discarded'
  if (verdict === 'vacant') return arrivals.includes(type) ? 'discarded' : 'goes_on'
  if (verdict === 'occupied') return arrivals.includes(type) ? 'goes_on' : 'discarded'
  return 'goes_on'
}
