/**
 * The failure of the package system that the user dismissed, stored per browser tab: the device reports it
 * until the next run.
 */
import { createStore } from '#src/lib/store.ts'

const key = 'dismissed:apt'
const store = createStore(sessionStorage.getItem(key) ?? '')

export const dismissed = {
  store,
  record(failure: string) {
    sessionStorage.setItem(key, failure)
    store.set(failure)
  },
  forget() {
    sessionStorage.removeItem(key)
    store.set('')
  },
}
