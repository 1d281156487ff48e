/** Area `parking`: shows the event queue, sends events again, and pauses sending. */
import type { queue_calls } from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { eventQueue } from './queue-view.ts'
import { resendEvents, resumeEvents } from './resend.ts'
import { sendingPause, setSendingPause } from './sending-pause.ts'

export const queue_handlers = {
  event_queue: (_, context) => eventQueue(context),
  resend_parking_event: ({ list }, context) => resendEvents(context, list, context.session.username),
  set_event_sending({ paused }, { db, bus, session, now }) {
    setSendingPause(db, bus, paused, session.username, now())
    return sendingPause(db)
  },
  parking_event_resume_upload(_, { db, bus, now, log, session }) {
    const resumed = resumeEvents(db, bus, now(), session.username)
    log.info({ user: session.username, resumed }, 'events put back in the queue')
    return { resumed }
  },
} satisfies Handlers<keyof typeof queue_calls>
