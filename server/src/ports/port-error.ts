/**
 * The base of every error that a port throws. Handlers do not catch it: http/answer.ts turns it into an
 * answer.
 */

type Facts<Reason, Step> = { reason: Reason; step: Step; detail?: string }

export class PortError<Reason = unknown, Step = unknown> extends Error {
  /** Why it failed, as one of the words of the subclass; undefined if only the step is known. */
  readonly reason: Reason
  /** The step that failed; undefined for work without steps. */
  readonly step: Step
  /** The message of the program or of the peer, for the engineer who fixes it. Never a secret. */
  readonly detail: string
  constructor(message: string, { reason, step, detail = '' }: Facts<Reason, Step>) {
    super(message)
    this.reason = reason
    this.step = step
    this.detail = detail
  }
}
