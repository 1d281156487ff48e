/** The dialog that asks for the password again (code 4031). Callers await it and then repeat their call. */
import { createStore } from '../lib/store.ts'

/** Set while the dialog is open. */
export const passwordNeeded = createStore<{ answer: (confirmed: boolean) => void } | undefined>(undefined)

let asking: Promise<boolean> | undefined

/** Opens the dialog, or joins the open one. True once the device has accepted the password. */
export function askPassword(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => passwordNeeded.set({ answer: resolve })).then((confirmed) => {
    asking = undefined
    passwordNeeded.set(undefined)
    return confirmed
  })
  return asking
}
