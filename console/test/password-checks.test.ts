import { passwordIssue } from '@parking/contract/core/rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { password_parts, passwordChecks } from '../src/lib/password-checks.ts'

const likely = fc.string({ unit: fc.constantFrom(...'aZ09#~ é密'), maxLength: 36 })

test('every part is ticked exactly when the rule of spec §5 finds nothing', () => {
  fc.assert(
    fc.property(fc.oneof(likely, fc.string({ unit: 'grapheme', maxLength: 40 })), (password) => {
      const checks = passwordChecks(password, password)
      expect(password_parts.every((part) => checks[part])).toBe(passwordIssue(password) === undefined)
    }),
  )
})

test('both fields must be equal and not empty', () => {
  expect(passwordChecks('', '').repeat).toBe(false)
  expect(passwordChecks('a', 'b').repeat).toBe(false)
  expect(passwordChecks('a', 'a').repeat).toBe(true)
})
