/** Signing out: the device is told, but whatever it says this side forgets token, roles and open views (spec §4), and the login comes. */
import { call } from '../api.ts'
import { logoutTo } from '../guard.ts'
import { clearSession, readToken } from './session.ts'
import { forgetTabs } from './tabs.ts'

export async function logout(): Promise<void> {
  const here = location.pathname + location.search
  if (readToken()) await call('/api/user/logout', {}, { quiet: true, guard: true }).catch(() => undefined)
  clearSession()
  forgetTabs()
  for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))) sessionStorage.removeItem(key)
  location.assign(logoutTo(here))
}
