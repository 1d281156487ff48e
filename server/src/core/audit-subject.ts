/**
 * The values that a writing call changes, for its row in the audit (`audit-subjects.ts` next to the handlers
 * of a folder).
 */
import type { Answer, Body, CallName } from '@parking/contract'
import type { Values } from './audit-values.ts'
import type { CallContext } from './call-context.ts'

/**
 * Reads the current values that the call changes, once before and once after it; the audit shows the
 * differences. `answer` is the call's answer, and undefined before the call.
 */
export type AuditSubject<Name extends CallName, Needs = CallContext> = (
  body: Body<Name>,
  context: Needs,
  answer: Answer<Name> | undefined,
) => Values

/** For a call that is not listed, the audit shows the body. */
export type AuditSubjects<Names extends CallName = CallName, Needs = CallContext> = {
  readonly [Name in Names]?: AuditSubject<Name, Needs>
}
