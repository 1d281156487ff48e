/** What the accuracy calls change, for the audit log. */
import type { AuditSubjects } from '../core/audit-subject.ts'
import { accuracySettings } from './settings.ts'

export const accuracy_audit_subjects = {
  update_accuracy_settings: (_, { db }) => ({ ...accuracySettings(db) }),
} satisfies AuditSubjects
