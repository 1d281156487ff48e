/**
 * Refusals of a call: thrown by a handler, or by what it calls,
 * and sent as the answer. The codes are those of spec §8.
 */
import {
  camera_step,
  code,
  failure_reason,
  type CameraStep,
  type Code,
  type FailureReason,
  type Issue,
  type IssueKind,
} from '@parking/contract'
import { PortError } from '../ports/port-error.ts'

export type RefusalData = {
  issues?: Issue[]
  step?: CameraStep
  retry_after_s?: number
  reason?: FailureReason
  detail?: string
}

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: Code
  readonly data: RefusalData | undefined
  constructor(refused: Code, message: string, data?: RefusalData) {
    super(message)
    this.code = refused
    this.data = data
  }
}

/** 1000: the body does not match the contract, field by field. Only the first issues are listed. */
export function badFields(issues: Issue[]): Refusal {
  const listed = issues.slice(0, 50).map((issue) => ({ ...issue, field: issue.field.slice(0, 100) }))
  const words = listed.slice(0, 10).map(({ field, issue }) => (field ? `${field} ${issue}` : issue))
  return new Refusal(code.format_error, `Format error: ${words.join(', ')}`, { issues: listed })
}
/** 1000: one field of the body is invalid. */
export const badField = (field: string, issue: IssueKind, limit?: number) =>
  badFields([limit === undefined ? { field, issue } : { field, issue, limit }])
/** 3000: the thing that the call refers to does not exist. */
export const notFound = (what: string) => new Refusal(code.not_found, `${what} does not exist`)
/** 5000, on the field that is taken. */
export const duplicate = (field: string, what: string, issue: IssueKind = 'duplicate') =>
  new Refusal(code.duplicate, `${what} exists already`, { issues: [{ field, issue }] })
/** 6000: the call may be repeated later, after `retry_after_s` seconds if that is known. */
export const busy = (message: string, retry_after_s?: number) =>
  new Refusal(code.busy, message, retry_after_s === undefined ? undefined : { retry_after_s })
/** 6000: the upgrade may still be undone, and the previous version would not know the change. */
export const updateOnTrial = () =>
  new Refusal(code.busy, 'An update is being checked; try again in two minutes', { reason: 'update_running' })
/** 7000: the call cannot be carried out. */
export const failed = (message: string, data?: RefusalData) => new Refusal(code.failed, message, data)
/** 4000: the caller must sign in again. */
export const tokenExpired = () => new Refusal(code.token_expired, 'The session has ended')
/** 4031: the call requires a recently typed password. */
export const passwordNeeded = () => new Refusal(code.password_needed, 'Type your password again')
/** 4030: the caller's role does not allow the call. */
export const denied = (message: string) => new Refusal(code.permission_denied, message)
/** 7000 with a reason that the console words; `detail` is the message of the program that failed. */
export const failedBecause = (reason: FailureReason, message: string, detail = '') =>
  failed(message, { reason, ...(detail && { detail: detail.slice(0, 500) }) })

/** The refusal that an error means for the caller; undefined for an unexpected error. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  return error instanceof PortError ? refusalOfPort(error) : undefined
}

/** "Locked" is 6000, because another program uses the package system; every other error of a port is 7000. */
function refusalOfPort({ message, reason, step, detail }: PortError): Refusal {
  const data: RefusalData = {
    ...named('reason', failure_reason, reason),
    ...named('step', camera_step, step),
    ...(detail && { detail: detail.slice(0, 500) }),
  }
  return new Refusal(
    reason === 'locked' ? code.busy : code.failed,
    message,
    Object.keys(data).length > 0 ? data : undefined,
  )
}

/** Sends only steps that the contract defines: storage and mail have steps of their own. */
function named<const Field extends string, const Word extends string>(
  field: Field,
  words: readonly Word[],
  word: unknown,
): { [F in Field]?: Word } {
  const found = words.find((one) => one === word)
  return found === undefined ? {} : ({ [field]: found } as { [F in Field]: Word })
}
