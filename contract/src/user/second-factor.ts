/** The optional second factor of a user: authenticator app codes (TOTP), and recovery codes. Ours. */
import * as z from 'zod/mini'
import { admins, defineCall, everyone } from '../core/call.ts'
import { filled, nothing, whole } from '../core/fields.ts'

export const second_factor = defineCall({
  path: '/api/user/second_factor',
  roles: everyone,
  effect: 'read',
  ours: true,
  summary: 'Whether the current user has a second factor, and how many recovery codes are left.',
  body: nothing,
  answer: z.strictObject({ enabled: z.boolean(), recovery_codes: z.int() }),
  example: {},
})

export const begin_second_factor = defineCall({
  path: '/api/user/begin_second_factor',
  roles: everyone,
  effect: 'write',
  fresh: true,
  audit: 'none',
  ours: true,
  summary: 'A new secret for an authenticator app. It is stored only by `enable_second_factor`.',
  body: nothing,
  answer: z.strictObject({ secret: z.string(), uri: z.string() }),
  example: {},
})

export const enable_second_factor = defineCall({
  path: '/api/user/enable_second_factor',
  roles: everyone,
  effect: 'write',
  fresh: true,
  audit: 'body_hidden',
  ours: true,
  summary:
    'Store the secret; `code` proves that the app has it and that the clocks agree. Answers ten recovery ' +
    'codes, which are stored as hashes alone.',
  body: z.strictObject({ secret: filled(64), code: filled(20) }),
  answer: z.strictObject({ recovery_codes: z.array(z.string()) }),
  example: { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', code: '123456' },
})

export const disable_second_factor = defineCall({
  path: '/api/user/disable_second_factor',
  roles: everyone,
  effect: 'write',
  fresh: true,
  ours: true,
  summary: "Remove the current user's second factor.",
  body: nothing,
  answer: nothing,
  example: {},
})

export const reset_second_factor = defineCall({
  path: '/api/user/reset_second_factor',
  roles: admins,
  effect: 'write',
  fresh: true,
  ours: true,
  summary: 'Remove the second factor of a user who has lost it.',
  body: z.strictObject({ user_id: whole(1, Number.MAX_SAFE_INTEGER) }),
  answer: nothing,
  example: { user_id: 2 },
})

export const second_factor_calls = {
  second_factor,
  begin_second_factor,
  enable_second_factor,
  disable_second_factor,
  reset_second_factor,
}
