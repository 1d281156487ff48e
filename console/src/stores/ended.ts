/** Why the login is shown, told from one document to the next: the session ran out, or what the device said about it made no sense. */
const key = 'session-ended'

export type Ended = 'expired' | 'invalid'

export const noteEnded = (why: Ended): void => sessionStorage.setItem(key, why)

/** Read once. */
export function takeEnded(): Ended | undefined {
  const why = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return why === 'expired' || why === 'invalid' ? why : undefined
}
