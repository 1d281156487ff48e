/** What the retention calls change, for the audit log. */
import type { AuditSubjects } from '../core/audit-subject.ts'
import { retentionRule } from './retention.store.ts'

export const retention_audit_subjects = {
  update_retention: (_, context) => ({ ...retentionRule(context) }),
} satisfies AuditSubjects
