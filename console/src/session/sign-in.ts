/**
 * Loads the signed-in user: base info, then user info (spec §2). Both are requested at once and judged in
 * that order.
 */
import type { Role } from '@parking/contract/core/codes.ts'
import { call, CallError } from '../core/api.ts'
import { rolesAfter, type Loaded } from '../navigation/guard.ts'
import { queryClient } from '../core/queries.ts'
import { recordSessionEnd } from '../stores/session-end-reason.ts'
import { deviceZone } from '../stores/device-zone.ts'
import { clearSession, session } from '../stores/session.ts'

const pause_ms = 500

let loading: Promise<boolean> | undefined

/**
 * True when the user is signed in; false when the token was rejected and cleared. Started early, joined
 * later.
 */
export function loadSession(): Promise<boolean> {
  loading ??= load().finally(() => (loading = undefined))
  return loading
}

async function load(): Promise<boolean> {
  const options = { quiet: true, guard: true }
  const [base, info] = await Promise.all([
    settled(() => call('/api/device/get_basic_info', {}, options), 1),
    settled(() => call('/vue-element-admin/user/info', {}, options), 0),
  ])
  const roles = rolesAfter(base, info)
  if (!roles) {
    recordSessionEnd(base.answered ? 'invalid' : 'expired')
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

/** A link that dropped for a moment is no reason to sign out: one more attempt after no answer. */
async function settled<T>(ask: () => Promise<T>, again: number): Promise<Loaded<T>> {
  try {
    return { answered: true, data: await ask() }
  } catch (error) {
    if (again > 0 && error instanceof CallError && error.kind === 'unreachable') {
      // Leaving a page aborts its calls, which looks the same: the page is gone before the pause is over.
      await new Promise((resolve) => setTimeout(resolve, pause_ms))
      return settled(ask, again - 1)
    }
    return { answered: false }
  }
}
