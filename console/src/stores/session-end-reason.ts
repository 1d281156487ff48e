/**
 * Why the login is shown, passed from one document to the next: the session expired, or the device's answer
 * about it was invalid.
 */
const key = 'session-ended'

export type SessionEndReason = 'expired' | 'invalid'

export const recordSessionEnd = (why: SessionEndReason): void => sessionStorage.setItem(key, why)

/** Reads the reason once and removes it. */
export function takeSessionEndReason(): SessionEndReason | undefined {
  const why = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return why === 'expired' || why === 'invalid' ? why : undefined
}
