/** The calls of the sign-in page. It has no toasts and no router, so it does not use api.ts. */
import { code } from '@parking/contract/core/codes.ts'
import type { Envelope } from '@parking/contract/core/envelope.ts'
import { timeoutOf } from '@parking/contract/core/limits.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import { envelopeIn } from '../lib/envelope-in.ts'
import { detailIn, issuesIn, reasonIn } from '../core/errors.ts'
import { sendCall } from '../core/first-calls.ts'
import { findFate, keyHeader, namedCall } from '../core/lost-answer.ts'

export type Outcome<T> =
  | { kind: 'done'; data: T }
  | { kind: 'wrong'; issues: Issue[] }
  /** The password is correct, but the user has a second factor. */
  | { kind: 'code_needed' | 'code_wrong' }
  /** `seconds` is undefined if the device does not say how long to wait. */
  | { kind: 'throttled'; seconds: number | undefined }
  | { kind: 'refused'; message: string; issues: Issue[] }
  /** A proxy changed Host; `compared` names both values. */
  | { kind: 'host_changed'; compared: string }
  /** The answer is not the device's: from a proxy in front of it, or a sign-in page on the way. */
  | { kind: 'foreign'; status: number }
  /** `unknown`: the device may have carried it out. */
  | { kind: 'unreachable' | 'timeout' | 'unknown' }

/** How long the device is asked about a lost answer. */
const patience_ms = 8_000

/** Sends a POST request and returns the outcome in a form that the page can show. */
export async function postCall<T>(
  path: '/api/user/login' | '/api/user/change_password' | '/api/system/certificate_fingerprint',
  body: object,
  token?: string,
): Promise<Outcome<T>> {
  const signal = AbortSignal.timeout(timeoutOf(path))
  // A second sign-in does no harm, but a second change of the password is refused.
  const named = path === '/api/user/change_password' ? namedCall() : undefined
  try {
    const { status, text } = await sendCall(path, body, token, signal, named && keyHeader(named))
    const envelope = envelopeIn(text)
    return envelope ? outcomeIn(envelope as Envelope<T>) : { kind: 'foreign', status }
  } catch {
    const fate = named && (await findFate(named, patience_ms))
    if (typeof fate === 'object') return outcomeIn(fate as Envelope<T>)
    return {
      kind: fate === 'unknown' || fate === 'silent' ? 'unknown' : signal.aborted ? 'timeout' : 'unreachable',
    }
  }
}

function outcomeIn<T>(envelope: Envelope<T>): Outcome<T> {
  const issues = issuesIn(envelope.data)
  switch (envelope.code) {
    case code.success:
      return { kind: 'done', data: envelope.data as T }
    case code.busy:
      return { kind: 'throttled', seconds: secondsIn(envelope.data) }
    case code.failed: {
      const reason = reasonIn(envelope.data)
      if (reason === 'second_factor_needed') return { kind: 'code_needed' }
      return reason === 'second_factor_wrong' ? { kind: 'code_wrong' } : { kind: 'wrong', issues }
    }
    default:
      return reasonIn(envelope.data) === 'host_changed'
        ? { kind: 'host_changed', compared: detailIn(envelope.data) }
        : { kind: 'refused', message: envelope.message, issues }
  }
}

function secondsIn(data: unknown): number | undefined {
  const seconds =
    typeof data === 'object' && data !== null && 'retry_after_s' in data
      ? Number(data.retry_after_s)
      : Number.NaN
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined
}
