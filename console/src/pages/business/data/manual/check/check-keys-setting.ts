/** Whether a single key is a verdict at the desk (WCAG 2.1.4): so from the start, until somebody switches it off in this browser. */
import { createStore, type Store } from '#src/lib/store.ts'

const kept_as = 'check-keys'

export const keysOn: Store<boolean> = createStore(
  typeof localStorage === 'undefined' || localStorage.getItem(kept_as) !== '0',
)
keysOn.subscribe(() => localStorage.setItem(kept_as, keysOn.get() ? '1' : '0'))
