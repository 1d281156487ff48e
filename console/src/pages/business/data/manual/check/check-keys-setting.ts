/** Whether single keys give verdicts (WCAG 2.1.4): on by default, switched off per browser. */
import { createStore, type Store } from '#src/lib/store.ts'

const storage_key = 'check-keys'

export const keysOn: Store<boolean> = createStore(
  typeof localStorage === 'undefined' || localStorage.getItem(storage_key) !== '0',
)
keysOn.subscribe(() => localStorage.setItem(storage_key, keysOn.get() ? '1' : '0'))
