/**
 * Detects observations that cannot be right: seconds instead of milliseconds, a time ahead of the clock, a
 * share instead of a percentage. They are stored and shown, but not sent (status 5).
 */
import type { Issue } from '@parking/contract'
import { isPhysical } from './next-status.ts'

type Observation = { event_type: number; event_ms: number; create_ms: number; confidence: number }

/** No analysis application of this product is older than this. */
const earliest_ms = Date.UTC(2020, 0, 1)
/** The device's clock may have been set back since the application read it. */
const ahead_ms = 3_600_000

/** Why an observation cannot be right; undefined if it is plausible. */
export function implausible(event: Observation): 'time_implausible' | 'confidence_scale' | undefined {
  if (!isPhysical(event.event_type)) return undefined
  if (event.event_ms < earliest_ms || event.event_ms > event.create_ms + ahead_ms) return 'time_implausible'
  // The scale is 0 to 100: a value up to 1 comes from a program that uses a scale of 0 to 1.
  return event.confidence > 0 && event.confidence <= 1 ? 'confidence_scale' : undefined
}

/** The implausible fields as issues, for the answer to the application. */
export function warningsOf(event: Observation): Issue[] {
  const what = implausible(event)
  if (what === undefined) return []
  return what === 'time_implausible'
    ? [{ field: 'event_time', issue: 'time' }]
    : [{ field: 'confidence', issue: 'too_small', limit: 1 }]
}
