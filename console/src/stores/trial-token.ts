/**
 * The single-use token that confirms a network change. A link carries it to the new address in its fragment,
 * which no server sees. It is removed from the address bar at once and kept in this tab's storage until the
 * user has signed in there.
 */
const key = 'network-trial-token'
const mark = '#confirm='

/** The link that confirms a change: the network page at the new address, with the token in the fragment. */
export const confirmLink = (new_url: string, token: string | undefined): string =>
  `${new_url}/device/netwrok${token === undefined ? '' : `${mark}${encodeURIComponent(token)}`}`

/** Moves the token out of the address. Both documents call this before anything else reads the address. */
export function takeTrialToken(): void {
  if (!location.hash.startsWith(mark)) return
  const token = decoded(location.hash.slice(mark.length))
  history.replaceState(history.state, '', location.pathname + location.search)
  if (/^[\x21-\x7e]{1,100}$/.test(token)) storeTrialToken(token)
}

/** The page that started the trial also stores its token, so that a reload does not lose it. */
export const storeTrialToken = (token: string): void => sessionStorage.setItem(key, token)
export const readTrialToken = (): string | undefined => sessionStorage.getItem(key) ?? undefined
export const dropTrialToken = (): void => sessionStorage.removeItem(key)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
