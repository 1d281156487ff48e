/** Area `parking`: people check events. */
import type { check_ledger_calls, event_check_calls, human_check_calls } from '@parking/contract'
import type { CameraLooks } from '../camera/look.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { checkEvent, undoCheck } from './check-decide.ts'
import { checkLedger } from './check-ledger.ts'
import { checkerOf, type CheckLeases } from './check-lease.ts'
import { checkQueue } from './event-check.ts'
import { reviewCheck, undoReview } from './second-review.ts'
import { humanCheck } from './human-check.ts'

type Needs = CallContext & { check_leases: CheckLeases; looks: CameraLooks }

export const check_handlers = {
  event_check_queue: (body, context) => checkQueue(body, context),
  check_parking_event: (body, context) =>
    (body.review ? reviewCheck : checkEvent)(body, context, checkerOf(context)),
  undo_check: (body, context) => (body.review ? undoReview : undoCheck)(body, context, checkerOf(context)),
  check_ledger: (body, context) => checkLedger(body, context),
  human_check: (body, context) => humanCheck(body, context),
} satisfies Handlers<
  keyof typeof event_check_calls | keyof typeof check_ledger_calls | keyof typeof human_check_calls,
  Needs
>
