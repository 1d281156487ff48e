/** Clears what belongs to the user: token, roles, open views and unsaved drafts (spec §4, "Logout"). */
import { draft_prefix, refreshDraftNames } from './drafts.ts'
import { clearSession } from './session.ts'
import { clearTabs } from '../navigation/tabs.ts'

export function clearUserData(): void {
  clearSession()
  clearTabs()
  for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith(draft_prefix)))
    sessionStorage.removeItem(key)
  refreshDraftNames()
}
