/**
 * The password rule of spec §5 in parts, for a live checklist. All parts hold exactly when `passwordIssue`
 * finds nothing.
 */
import { password_length } from '@parking/contract/core/limits.ts'
import { passwordIssue } from '@parking/contract/core/rules.ts'

export const password_parts = ['length', 'letters', 'digits', 'symbol'] as const
export type PasswordPart = (typeof password_parts)[number] | 'repeat'

/** What is wrong with a new password, shown at its field; undefined if nothing is. */
export function newPasswordIssue(password: string, old: string) {
  if (password === '') return 'required'
  return password === old ? 'password_same' : passwordIssue(password)
}

/** Which parts hold. `repeat` holds if both fields are equal and not empty. */
export function passwordChecks(password: string, repeat: string): Record<PasswordPart, boolean> {
  const length = [...password].length
  return {
    length: length >= password_length.min && length <= password_length.max,
    letters: /[A-Za-z]/.test(password),
    digits: /[0-9]/.test(password),
    symbol: /[^A-Za-z0-9\s]/.test(password),
    repeat: password !== '' && password === repeat,
  }
}
