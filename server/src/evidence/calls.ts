/** The handlers of contract/src/evidence/evidence.ts. */
import type { param_evidence_calls } from '@parking/contract'
import type { EvidenceFont } from './drawing/lettering.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { previewEventParam, type EvidencePreviews } from './preview.ts'

type Needs = CallContext & { evidence_previews: EvidencePreviews; evidence_font: EvidenceFont }

export const param_evidence_handlers = {
  preview_event_param: (body, context) => previewEventParam(body, context),
} satisfies Handlers<keyof typeof param_evidence_calls, Needs>
