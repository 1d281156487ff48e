/** What an undo changes, for the audit log: which acts by which users, and how much of them. */
import type { AuditSubjects } from '#src/core/audit-subject.ts'
import { actById } from '../act.store.ts'

export const act_audit_subjects = {
  undo_acts: ({ act_ids }, { db }, answer) =>
    answer
      ? {
          undone: act_ids
            .map((act_id) => actById(db, act_id))
            .map((act) => (act ? `${act.kind} ${act.act_id} (${act.done_by})` : ''))
            .join(', '),
          ...answer,
        }
      : {},
} satisfies AuditSubjects
