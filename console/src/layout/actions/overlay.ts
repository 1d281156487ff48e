/** Which of the shell's dialogs is open; one at a time. */
import { createStore } from '#src/lib/store.ts'

export const overlay = createStore<'palette' | 'error_log' | 'change_password' | undefined>(undefined)
