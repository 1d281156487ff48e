/** What the calls of the configuration document change, or give out. */
import type { AuditSubjects } from '../core/audit-subject.ts'

export const config_document_audit_subjects = {
  export_document: ({ secrets }, _, answer) =>
    answer ? { file_name: answer.file_name, secrets, bytes: answer.bytes } : {},
  apply_import: (_, __, answer) =>
    answer
      ? {
          snapshot: answer.snapshot,
          ...Object.fromEntries(answer.applied.map(({ section, total }) => [section, total])),
        }
      : {},
} satisfies AuditSubjects
