/** What the calls of contract/src/param-evidence.ts do. */
import type { param_evidence_calls } from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { previewEventParam } from './preview.ts'

export const param_evidence_handlers = {
  preview_event_param: (body, context) => previewEventParam(body, context),
} satisfies Handlers<keyof typeof param_evidence_calls>
