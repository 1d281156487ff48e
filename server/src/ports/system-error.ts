/** The error of every port of the operating system: why it could not carry out the request. */
import type { FailureReason } from '@parking/contract'
import { PortError } from './port-error.ts'

export class SystemError extends PortError<FailureReason, undefined> {
  override readonly name = 'SystemError'
  constructor(reason: FailureReason, message: string, detail = '') {
    super(message, { reason, step: undefined, detail })
  }
}

/** The device lacks what the operation needs ("unsupported operation", spec §8). */
export const unsupported = (what: string): SystemError =>
  new SystemError('unsupported', `This box cannot do that: ${what}`)
