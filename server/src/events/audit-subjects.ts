/** What the event calls change or export, for the audit log. */
import type { AuditSubjects } from '../core/audit-subject.ts'

export const event_audit_subjects = {
  delete_parking_event: ({ list }, _, answer) => (answer ? { uuids: list, ...answer } : {}),
  delete_manual_parking_event: ({ list }, _, answer) => (answer ? { uuids: list, ...answer } : {}),
  export_parking_event: ({ format, manual, filter, list }, _, answer) =>
    answer
      ? {
          format,
          ...(manual ? { manual } : {}),
          ...filter,
          ...(list ? { list: list.length, uuids: list } : {}),
          state: answer.state,
          events: answer.events,
        }
      : {},
} satisfies AuditSubjects
