/** Audit subjects of the business-mode calls. */
import type { AuditSubjects } from '../core/audit-subject.ts'
import { modeAndScenes } from './business-mode.ts'

export const business_mode_audit_subjects = {
  set_business_mode: (_, { db }, answer) => ({
    ...modeAndScenes(db),
    ...(answer?.snapshot !== undefined && { snapshot: answer.snapshot }),
  }),
  restore_scenes: ({ name }, { db }, answer) => ({
    ...modeAndScenes(db),
    ...(answer && { restored_from: name }),
    ...(answer?.snapshot !== undefined && { snapshot: answer.snapshot }),
  }),
} satisfies AuditSubjects
