/** This side forgets who was here: token, roles, open views and what was typed and not saved (spec §4, "Logout"). */
import { clearSession } from './session.ts'
import { forgetTabs } from './tabs.ts'

export function forgetEverything(): void {
  clearSession()
  forgetTabs()
  for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))) sessionStorage.removeItem(key)
}
