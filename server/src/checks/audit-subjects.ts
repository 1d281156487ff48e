/** What checks touch, for the audit log. */
import type { AuditSubjects } from '../core/audit-subject.ts'

export const check_audit_subjects = {
  human_check: (body, _, answer) => (answer ? { ...body, uuids: [answer.uuid] } : {}),
} satisfies AuditSubjects
