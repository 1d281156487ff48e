/**
 * Loads the signed-in user: base info, then user info (spec §2). Both are requested at once and evaluated in
 * that order.
 */
import { code, type Role } from '@parking/contract/core/codes.ts'
import { call, CallError } from '../core/api.ts'
import { rolesAfter, type Loaded } from '../navigation/guard.ts'
import { queryClient } from '../core/queries.ts'
import { recordSessionEnd } from '../stores/session-end-reason.ts'
import { wordsNow } from '../core/words.ts'
import { loadWords } from '../stores/language.ts'
import { deviceZone } from '../stores/device-zone.ts'
import { clearSession, readToken, session } from '../stores/session.ts'
import { pauseBefore, sessionCheckFailure } from '../stores/session-check.ts'

let loading: Promise<boolean> | undefined

/**
 * True if the user is signed in; false if the device refused the token, which is then cleared. If the device
 * does not answer, or answers that it cannot check now, the token is kept and the check repeated (decision
 * 0034): a bad link must not end a session of 365 days. Started early, joined later.
 */
export function loadSession(): Promise<boolean> {
  loading ??= load().finally(() => (loading = undefined))
  return loading
}

async function load(): Promise<boolean> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await check()
    if (typeof outcome === 'boolean') {
      sessionCheckFailure.set(undefined)
      return outcome
    }
    // A single missing answer is not reported to the user.
    if (attempt > 0) sessionCheckFailure.set(outcome.message)
    await pauseBefore(attempt)
    if (!readToken()) return false
  }
}

/** One attempt: whether the user is signed in, or why that is not known yet. */
async function check(): Promise<boolean | CallError> {
  const options = { quiet: true, guard: true, repeatable: true }
  const [base, info] = await Promise.all([
    settled(() => call('/api/device/get_basic_info', {}, options)),
    settled(() => call('/vue-element-admin/user/info', {}, options)),
  ])
  for (const { error } of [base, info]) if (error && isTransient(error)) return error
  const roles = rolesAfter(base, info)
  if (!roles) {
    recordSessionEnd(base.answered || !isRejection(base.error) ? 'invalid' : 'expired')
    clearSession()
    return false
  }
  if (base.answered) {
    queryClient.setQueryData(['/api/device/get_basic_info', {}], base.data)
    deviceZone.set(base.data.time_zone ?? '')
  }
  const who = info.answered ? info.data : { name: '', avatar: '', introduction: '' }
  session.set({
    roles: roles as readonly Role[],
    name: who.name,
    avatar: who.avatar,
    introduction: who.introduction,
  })
  return true
}

type Settled<T> = Loaded<T> & { error?: CallError }

async function settled<T>(ask: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { answered: true, data: await ask() }
  } catch (error) {
    if (error instanceof CallError) return { answered: false, error }
    // The call may fail before the texts for its error are loaded; that says nothing about the user.
    const words = await loadWords(['errors']).then(
      () => wordsNow('errors').unreachable,
      () => '',
    )
    return { answered: false, error: new CallError('unreachable', words) }
  }
}

/**
 * The answer says nothing about the session: no answer, a server error, busy (6000), or an internal error
 * (9000).
 */
const isTransient = ({ kind, status, code: answered }: CallError): boolean =>
  kind === 'unreachable' ||
  kind === 'timeout' ||
  (kind === 'http' && (status === 200 || status >= 500)) ||
  (kind === 'refused' && (answered === code.busy || answered === code.internal))

const isRejection = (error: CallError | undefined): boolean =>
  error?.code === code.token_expired || error?.status === 401
