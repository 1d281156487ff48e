/** The calls for the configuration file (docs/configuration.md), and what they say in the audit. */
import type { param_document_calls } from '@parking/contract'
import type { WhitelistCache } from '../whitelist/whitelist.ts'
import type { CameraLooks } from '../camera/look.ts'
import type { BoxClock } from '../device/box-clock.ts'
import type { DocumentState } from './document-state.ts'
import type { AuditSubjects } from '../core/audit-subject.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { applyImport } from './apply.ts'
import { exportDocument } from './export.ts'
import { previewImport } from './preview.ts'

type Needs = CallContext & {
  document: DocumentState
  box_clock: BoxClock
  looks: CameraLooks
  whitelist: WhitelistCache
}

export const param_document_handlers = {
  export_document: (body, context) => exportDocument(body, context),
  preview_import: (body, context) => previewImport(body, context),
  apply_import: (body, context) => applyImport(body, context),
  forget_import({ token }, { document, session }) {
    document.previews.remove(token, session.user_id)
    return {}
  },
} satisfies Handlers<keyof typeof param_document_calls, Needs>

export const param_document_audit_subjects = {
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
