/** Why the operating system could not do what a port asked: one error for all ports of the operating system. */
import type { FailureReason } from '@parking/contract'
import { PortError } from './port-error.ts'

export class SystemError extends PortError<FailureReason, undefined> {
  override readonly name = 'SystemError'
  constructor(reason: FailureReason, message: string, detail = '') {
    super(message, { reason, step: undefined, detail })
  }
}

/** The box lacks what this would need ("unsupported operation", spec §8). */
export const unsupported = (what: string): SystemError =>
  new SystemError('unsupported', `This box cannot do that: ${what}`)
