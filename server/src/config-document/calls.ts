/** The configuration as a document: what its calls do. */
import type { param_document_calls } from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { applyImport } from './apply.ts'
import { exportDocument } from './export.ts'
import { previewImport } from './preview.ts'
import { dropPreview } from './previews.ts'

export const param_document_handlers = {
  export_document: (body, context) => exportDocument(body, context),
  preview_import: (body, context) => previewImport(body, context),
  apply_import: (body, context) => applyImport(body, context),
  forget_import({ token }, { db, session }) {
    dropPreview(db, token, session.user_id)
    return {}
  },
} satisfies Handlers<keyof typeof param_document_calls>
