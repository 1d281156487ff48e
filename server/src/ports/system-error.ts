/** Why the operating system could not do what a port asked: one error for all of its ports, worded for the caller in serve.ts. */
import type { FailureReason } from '@parking/contract'

export class SystemError extends Error {
  override readonly name = 'SystemError'
  readonly reason: FailureReason
  /** What the program said, for whoever must mend it. Never a secret. */
  readonly detail: string
  constructor(reason: FailureReason, message: string, detail = '') {
    super(message)
    this.reason = reason
    this.detail = detail
  }
}

/** The box lacks what this would need ("unsupported operation", spec §8). */
export const unsupported = (what: string): SystemError =>
  new SystemError('unsupported', `This box cannot do that: ${what}`)
