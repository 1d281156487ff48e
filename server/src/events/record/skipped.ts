/**
 * Which events are stored but not sent (status 8, spec §4): those in free time, and those below the
 * confidence for automatic upload.
 */
import { event_type, eventsOfStay, wallSecond, type Params } from '@parking/contract'
import { stampOf } from '#src/core/stamp.ts'

type Observation = { event_type: number; event_ms: number; confidence: number }

const physical: readonly number[] = [
  event_type.initial_entry,
  event_type.entry,
  event_type.update,
  event_type.exit,
]
const scheduled: readonly number[] = [event_type.scheduled_entry, event_type.scheduled_exit]

/** Scheduled events are always sent, because they do not depend on recognition. */
export function skipReason(
  params: Pick<Params, 'alg_param' | 'schedule_param'>,
  event: Observation,
): 'unsure' | 'free_time' | undefined {
  if (scheduled.includes(event.event_type)) return undefined
  if (event.confidence < params.alg_param.auto_upload_th * 100) return 'unsure'
  return isInFreeTime(params.schedule_param, event) ? 'free_time' : undefined
}

/**
 * True if the plan charges nothing at this moment, by the device's wall clock: no bill is open then (schedule
 * type 2). An exit is judged by the second before it: in the very second in which free time starts, the exit
 * itself closes the bill, because no scheduled event does (scheduled-events.ts).
 */
function isInFreeTime({ plans }: Params['schedule_param'], event: Observation): boolean {
  if (plans.length === 0 || !physical.includes(event.event_type)) return false
  const second = wallSecond(stampOf(event.event_ms))
  if (second === undefined) return false
  return event.event_type === event_type.exit
    ? eventsOfStay(plans, second - 1, second).events.at(-1)?.sent === false
    : eventsOfStay(plans, second, second).events[0]?.sent === false
}
