/** The calls that list, preview and undo acts. */
import type { act_calls } from '@parking/contract'
import type { Handlers } from '#src/core/call-context.ts'
import { listActs, previewUndo, undoActs, type Needs } from './undo-acts.ts'

export const act_handlers = {
  list_acts: (body, context) => listActs(body, context),
  preview_undo: (body, context) => previewUndo(body, context),
  undo_acts: (body, context) => undoActs(body, context),
} satisfies Handlers<keyof typeof act_calls, Needs>
