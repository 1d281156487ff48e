/** A call of the contract together with the functions that serve it. */
import { calls, type Call, type CallName } from '@parking/contract'
import type { AuditSubjects } from '../core/audit-subject.ts'
import type { Values } from '../core/audit-values.ts'
import type { Handlers } from '../core/call-context.ts'

/**
 * The functions take bodies and answers that the contract's schemas have checked; their static types are lost
 * here.
 */
export type Operation = {
  name: CallName
  call: Call
  handler: (body: never, context: never) => unknown
  /** Undefined: the audit row shows the body. */
  subject: ((body: never, context: never, answer: never) => Values) | undefined
}

export const operationOf = <Needs>(
  name: CallName,
  handlers: Handlers<CallName, Needs>,
  subjects: AuditSubjects<CallName, Needs>,
): Operation => ({ name, call: calls[name], handler: handlers[name], subject: subjects[name] })
