/** What the queue calls change, for the audit log. */
import type { AuditSubjects } from '../core/audit-subject.ts'
import { sendingPause } from './sending-pause.ts'

export const queue_audit_subjects = {
  set_event_sending: (_, { db }) => ({ paused: sendingPause(db).paused }),
  resend_parking_event: ({ list }, _, answer) =>
    answer ? { events: list.length, uuids: list, resent: answer.resent, left: answer.left } : {},
  parking_event_resume_upload: (_, __, answer) => (answer ? { resumed: answer.resumed } : {}),
} satisfies AuditSubjects
