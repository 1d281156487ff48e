/**
 * The token error dialog of spec §8: the user signs in again in place, or cancels. Callers await the answer
 * and retry.
 */
import { createStore } from '../lib/store.ts'

export type Relogin = { answer: (signed_in: boolean) => void } | undefined

/** Set while the dialog is open. */
export const relogin = createStore<Relogin>(undefined)

let asking: Promise<boolean> | undefined
let declined = false

/**
 * Opens the dialog, or joins the open one. True once the user is signed in again. After a cancel, polls do
 * not open it again, but a user's action does.
 */
export function askRelogin(by_user: boolean): Promise<boolean> {
  if (asking) return asking
  if (declined && !by_user) return Promise.resolve(false)
  asking = new Promise<boolean>((resolve) => relogin.set({ answer: resolve })).then((signed_in) => {
    asking = undefined
    declined = !signed_in
    relogin.set(undefined)
    return signed_in
  })
  return asking
}
