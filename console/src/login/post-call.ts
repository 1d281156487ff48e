/** The calls of the sign-in page. It has no toasts and no router, so it does not use api.ts. */
import { code } from '@parking/contract/core/codes.ts'
import type { Envelope } from '@parking/contract/core/envelope.ts'
import { timeoutOf } from '@parking/contract/core/limits.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import { detailIn, issuesIn, reasonIn } from '../core/errors.ts'

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
  | { kind: 'unreachable' | 'timeout' }

/** Sends a POST request and returns the outcome in a form that the page can show. */
export async function postCall<T>(
  path: '/api/user/login' | '/api/user/change_password' | '/api/system/certificate_fingerprint',
  body: object,
  token?: string,
): Promise<Outcome<T>> {
  const signal = AbortSignal.timeout(timeoutOf(path))
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
      signal,
    })
    const envelope = await envelopeOf<T>(response)
    if (!envelope) return { kind: 'foreign', status: response.status }
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
  } catch {
    return { kind: signal.aborted ? 'timeout' : 'unreachable' }
  }
}

async function envelopeOf<T>(response: Response): Promise<Envelope<T> | undefined> {
  const text = await response.text()
  try {
    const value = JSON.parse(text) as Envelope<T> | null
    return typeof value?.code === 'number' ? value : undefined
  } catch {
    return undefined
  }
}

function secondsIn(data: unknown): number | undefined {
  const seconds =
    typeof data === 'object' && data !== null && 'retry_after_s' in data
      ? Number(data.retry_after_s)
      : Number.NaN
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined
}
