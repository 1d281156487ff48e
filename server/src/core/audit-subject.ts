/**
 * What a call that writes changes, for its row in the audit
 * (`audit-subjects.ts` beside the handlers of a folder).
 */
import type { Answer, Body, CallName } from '@parking/contract'
import type { Values } from './audit-values.ts'
import type { CallContext } from './call-context.ts'

/**
 * Reads the present values of what the call changes: once before the call, once after it, and the audit shows
 * what differs. `answer` is the call's answer, and undefined before the call.
 */
export type AuditSubject<Name extends CallName, Needs = CallContext> = (
  body: Body<Name>,
  context: Needs,
  answer: Answer<Name> | undefined,
) => Values

/** The audit shows the body of a call that is not here. */
export type AuditSubjects<Names extends CallName = CallName, Needs = CallContext> = {
  readonly [Name in Names]?: AuditSubject<Name, Needs>
}
