/** Which failure of the package system has been read and put away, for this tab: the device goes on telling it until the next try. */
import { createStore } from '#src/lib/store.ts'

const key = 'dismissed:apt'
const store = createStore(sessionStorage.getItem(key) ?? '')

export const dismissed = {
  store,
  note(failure: string) {
    sessionStorage.setItem(key, failure)
    store.set(failure)
  },
  forget() {
    sessionStorage.removeItem(key)
    store.set('')
  },
}
