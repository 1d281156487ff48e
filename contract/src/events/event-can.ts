/** What somebody may do with an event in which status: a disabled button says why. Apart from the schemas, so that a browser can have it for a few bytes. */
import type { EventStatus } from './event-moves.ts'

/** resend: what has come to rest or is held back. What is on its way goes by itself, and what is discarded is so for good. */
export const eventCan = {
  resend: ['delayed', 'sent', 'send_failed', 'validation_failed', 'skipped'],
} as const satisfies Record<string, readonly EventStatus[]>
