/**
 * The single-use token that keeps a network change (contract/device-network.ts). It comes to the new address in the fragment of a link, which
 * no server ever sees, is taken out of the address bar at once, and waits in this tab's own storage until somebody has signed in there.
 */
const key = 'network-trial-token'
const mark = '#confirm='

/** Where the console is opened to keep a change: the page at the new address, with the token in the fragment. */
export const confirmLink = (new_url: string, token: string | undefined): string =>
  `${new_url}/device/netwrok${token === undefined ? '' : `${mark}${encodeURIComponent(token)}`}`

/** Takes the token out of the address. Called by both documents (console and login) before anything else reads the address. */
export function takeTrialToken(): void {
  if (!location.hash.startsWith(mark)) return
  const token = decoded(location.hash.slice(mark.length))
  history.replaceState(history.state, '', location.pathname + location.search)
  if (/^[\x21-\x7e]{1,100}$/.test(token)) keepTrialToken(token)
}

/** The page that began the trial keeps its token here too, so that a reload does not lose it. */
export const keepTrialToken = (token: string): void => sessionStorage.setItem(key, token)
export const readTrialToken = (): string | undefined => sessionStorage.getItem(key) ?? undefined
export const dropTrialToken = (): void => sessionStorage.removeItem(key)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
