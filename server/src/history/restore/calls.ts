/** Area `parking`: restoring one section of the configuration from its history. */
import type { Handlers } from '#src/core/call-context.ts'
import { previewRestore, restoreParam, type Needs } from './param-restore.ts'

export const history_restore_handlers = {
  preview_restore_param: (body, context) => previewRestore(body, context),
  restore_param: (body, context) => restoreParam(body, context),
} satisfies Handlers<'preview_restore_param' | 'restore_param', Needs>
