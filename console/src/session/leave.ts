/**
 * What a browser shows once its user has left: a page that it kept for "back" is hidden and loaded again, so
 * that the session is checked first, and a sign-out in one tab ends the others.
 */
import { logoutTo } from '../navigation/guard.ts'
import { clearUserData } from '../stores/clear-user-data.ts'
import { readToken } from '../stores/session.ts'

const openChannel = () => new BroadcastChannel('session')

export function followSession(): void {
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) document.documentElement.hidden = true
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  // Unsaved input of other tabs goes too: logging out clears it (spec §4).
  openChannel().addEventListener('message', () => {
    if (!readToken()) leave()
  })
}

/** Leaves this tab, and by `followSession` every other one of this browser. */
export function leaveEverywhere(): void {
  leave()
  const channel = openChannel()
  channel.postMessage('signed out')
  channel.close()
}

/** Clears what belongs to the user, and shows the login, which leads back here. */
function leave(): void {
  clearUserData()
  location.assign(logoutTo(location.pathname + location.search + location.hash))
}
