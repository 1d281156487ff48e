/**
 * Which actions are allowed on an event in which status; a disabled button says why. Without schemas, for the
 * browser.
 */
import type { EventStatus } from './event-transitions.ts'

/**
 * resend: events that are finished or held back. A waiting event is sent anyway, and a discarded one is
 * final.
 */
export const allowed_event_statuses = {
  resend: ['delayed', 'sent', 'send_failed', 'validation_failed', 'skipped'],
} as const satisfies Record<string, readonly EventStatus[]>
