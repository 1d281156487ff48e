/** Which of the shell's dialogs is open; one at a time. */
import { createStore } from '#src/lib/store.ts'

export type Overlay = 'palette' | 'error_log' | 'change_password' | 'sessions'

export const overlay = createStore<Overlay | undefined>(undefined)
