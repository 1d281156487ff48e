/** The signed-in user. The token is in the cookie `Admin-Token` (spec §9); the guard loads the roles. */
import type { Role } from '@parking/contract/core/codes.ts'
import { dropCookie, readCookie, writeCookie } from '../lib/cookie.ts'
import { createStore } from '../lib/store.ts'

export type Session = { roles: readonly Role[]; name: string; avatar: string; introduction: string }

const signed_out: Session = { roles: [], name: '', avatar: '', introduction: '' }

export const session = createStore<Session>(signed_out)

export const readToken = (): string | undefined => readCookie('Admin-Token') || undefined
export const storeToken = (token: string): void => writeCookie('Admin-Token', token)

/** Clears only the token: the page keeps its unsaved input, and its next call asks for a sign-in. */
export const dropToken = (): void => dropCookie('Admin-Token')

/** Clears token and roles in this browser, whatever the device says. */
export function clearSession(): void {
  dropCookie('Admin-Token')
  session.set(signed_out)
}
