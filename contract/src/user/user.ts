/** Sign-in, the current user and the password (spec §2 login, §7 auth). */
import * as z from 'zod/mini'
import { defineCall, everyone } from '../core/call.ts'
import { role } from '../core/codes.ts'
import { filled, nothing, rule, text } from '../core/fields.ts'
import { passwordIssue } from '../core/rules.ts'

export const user_info = z.strictObject({
  /** Never empty: an empty list is an error (spec §6). */
  roles: z.array(z.enum(role)).check(z.minLength(1)),
  name: text(64),
  avatar: text(500),
  introduction: text(500),
})

export const login = defineCall({
  path: '/api/user/login',
  roles: 'anyone',
  effect: 'write',
  audit: 'body_hidden',
  summary:
    'Sign in. The client trims the user name. `must_change_password` is ours: the token can only change ' +
    'the password. `code` is ours: without it a user with a second factor gets 7000, `second_factor_needed`.',
  body: z.strictObject({
    username: filled(64),
    password: filled(128),
    /** Ours: a code of the second factor, or a recovery code, for a user who has one. */
    code: z.optional(text(20)),
  }),
  answer: z.strictObject({ token: z.string(), must_change_password: z.optional(z.boolean()) }),
  example: { username: 'admin', password: 'Kerb#2026' },
})

export const info = defineCall({
  path: '/vue-element-admin/user/info',
  method: 'GET',
  roles: everyone,
  effect: 'read',
  summary:
    'The current user. The token comes from the query as in the spec, or from the header, which is ' +
    'preferred because it is not logged.',
  body: z.strictObject({ token: z.optional(text(200)) }),
  answer: user_info,
  example: {},
})

export const logout = defineCall({
  path: '/api/user/logout',
  roles: everyone,
  effect: 'write',
  audit: 'body_hidden',
  with_first_password: true,
  summary: 'End this session.',
  body: nothing,
  answer: nothing,
  example: {},
})

export const change_password = defineCall({
  path: '/api/user/change_password',
  roles: everyone,
  effect: 'write',
  audit: 'body_hidden',
  with_first_password: true,
  summary: 'Change the password. Ends every session of the user and returns a new token.',
  body: z.strictObject({
    old_password: filled(128),
    new_password: z.string().check(z.maxLength(128), rule(passwordIssue)),
  }),
  answer: z.strictObject({ token: z.string() }),
  example: { old_password: 'Kerb#2026', new_password: 'Lamp-post-77' },
})

export const confirm_password = defineCall({
  path: '/api/user/confirm_password',
  roles: everyone,
  effect: 'write',
  audit: 'body_hidden',
  ours: true,
  summary:
    'Confirm the password in this session: calls that cannot be undone or that give access need it (4031).',
  body: z.strictObject({ password: filled(128) }),
  answer: z.strictObject({ valid_s: z.int() }),
  example: { password: 'Kerb#2026' },
})

export const user_calls = { login, info, logout, change_password, confirm_password }
