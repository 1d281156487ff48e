/** The base of every error that a port throws. A handler does not catch it: http/answer.ts turns it into the answer. */

type Facts<Reason, Step> = { reason: Reason; step: Step; detail?: string; retry_after_s?: number }

export class PortError<Reason = unknown, Step = unknown> extends Error {
  /** Why it failed, as one of the words that the subclass names; undefined where only the step is known. */
  readonly reason: Reason
  /** The step at which it failed; undefined where the work has no steps. */
  readonly step: Step
  /** What the program or the other end said, for the engineer who fixes it. Never a secret. */
  readonly detail: string
  /** When another attempt is worth while. */
  readonly retry_after_s: number | undefined
  constructor(message: string, { reason, step, detail = '', retry_after_s }: Facts<Reason, Step>) {
    super(message)
    this.reason = reason
    this.step = step
    this.detail = detail
    this.retry_after_s = retry_after_s
  }
}
