/** Audit subjects of the configuration document: what is exported, and what an import changes. */
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
