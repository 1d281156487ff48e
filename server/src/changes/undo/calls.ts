/** The calls that list, preview and undo changes, and what an undo says in the audit. */
import type { undo_calls } from '@parking/contract'
import type { AuditSubjects } from '#src/core/audit-subject.ts'
import type { Values } from '#src/core/audit-values.ts'
import type { Handlers } from '#src/core/call-context.ts'
import { deletedEventsOf, listedChange } from '../change.store.ts'
import { listActs, previewUndo, undoActs, type Needs } from './undo-changes.ts'

export const undo_handlers = {
  list_acts: (body, context) => listActs(body, context),
  preview_undo: (body, context) => previewUndo(body, context),
  undo_acts: (body, context) => undoActs(body, context),
} satisfies Handlers<keyof typeof undo_calls, Needs>

/** A change without deleted events restores none. */
const restored = (uuids: readonly string[]): Values => (uuids.length > 0 ? { uuids } : {})

export const undo_audit_subjects = {
  // The rows of deleted events are kept until the undo, so they are named before it.
  undo_acts: ({ act_ids }, { db }, answer) =>
    answer
      ? {
          undone: act_ids
            .map((act_id) => listedChange(db, act_id))
            .map((change) => (change ? `${change.kind} ${change.change_id} (${change.done_by})` : ''))
            .join(', '),
          ...answer,
        }
      : restored(act_ids.flatMap((act_id) => deletedEventsOf(db, act_id))),
} satisfies AuditSubjects
