/** Audit subjects of the history calls. */
import type { AuditSubjects } from '../core/audit-subject.ts'

export const history_audit_subjects = {
  restore_param: (_, __, answer) =>
    answer ? { section: answer.section, fields: answer.changes.map(({ field }) => field).join(', ') } : {},
} satisfies AuditSubjects
