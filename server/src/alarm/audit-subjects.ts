/** Audit subjects of the alarm calls. */
import type { AuditSubjects } from '../core/audit-subject.ts'
import { alarmMailRule } from './rule.store.ts'

export const alarm_audit_subjects = {
  update_alarm_mail: (_, context) => ({ ...alarmMailRule(context) }),
} satisfies AuditSubjects
