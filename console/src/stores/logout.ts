/** Signing out: the device is told, but whatever it says this side forgets token, roles and open views (spec §4), and the login comes. */
import { call } from '../api.ts'
import { logoutTo } from '../guard.ts'
import { forgetEverything } from './forget.ts'
import { readToken } from './session.ts'

export async function logout(): Promise<void> {
  const here = location.pathname + location.search
  if (readToken()) await call('/api/user/logout', {}, { quiet: true, guard: true }).catch(() => undefined)
  forgetEverything()
  location.assign(logoutTo(here))
}
