/** Which of the shell's dialogs is open; one at a time. */
import { createStore } from '#src/lib/store.ts'

export type Overlay = 'palette' | 'error_log' | 'change_password' | 'sessions' | 'second_factor'

export const overlay = createStore<Overlay | undefined>(undefined)
