/** Where a plan cuts a stay (spec §4): nothing moves but the plan, and the bill is closed (10) or opened (9) at that second. */
import { eventsOfStay } from '@parking/contract/schedule-stay.ts'
import type { Plan } from '@parking/contract/schedule-plans.ts'

export type Cut = { event_type: 9 | 10; time: number }

/** The box's own wall clock, in the seconds that plans count by. */
const wallSecond = (ms: number): number => Math.floor(ms / 1000) - new Date(ms).getTimezoneOffset() * 60

/** The cuts of a stay since `since` (ms), after `from` and up to `to`. A box that was off through one tells it when it is back. */
export function planCuts(plans: readonly Plan[], since: number, from: number, to: number): Cut[] {
  if (plans.length === 0) return []
  const [arrival, after, now] = [wallSecond(since), wallSecond(from), wallSecond(to)]
  return eventsOfStay(plans, arrival, now + 1).events.flatMap(({ at, type }): Cut[] => ((type === 9 || type === 10) && at > after && at <= now ? [{ event_type: type, time: to - (now - at) * 1000 }] : []))
}
