/** The users of the device and their sessions. Ours: the specification has a single user (docs/people.md). */
import * as z from 'zod/mini'
import { admins, defineCall, everyone } from '../core/call.ts'
import { role } from '../core/codes.ts'
import { filled, nothing, rule, stamp, stampOrEmpty, text, whole } from '../core/fields.ts'
import { usernameIssue } from '../core/rules.ts'

/** How long a one-time password given out by an administrator is valid. */
export const one_time_days = 7

const user_id = whole(1, Number.MAX_SAFE_INTEGER)
const session_id = filled(32)

export const user_row = z.strictObject({
  user_id,
  username: filled(64),
  name: text(64),
  role: z.enum(role),
  enabled: z.boolean(),
  /** The password is a one-time password that still has to be replaced. */
  must_change_password: z.boolean(),
  /** Until when that one-time password is valid; empty if it does not expire. */
  password_until_str: stampOrEmpty(),
  create_time_str: stamp(),
  signed_in_str: stampOrEmpty(),
  second_factor: z.boolean(),
  /** The only administrator who can sign in today and later; must stay one (7000, `last_admin`). */
  last_admin: z.boolean(),
  /** Number of live sessions. */
  sessions: z.int(),
})

export const session_row = z.strictObject({
  session_id,
  /** The user agent of the browser or program that signed in; empty if it sent none. */
  agent: text(300),
  /** The address from which it was last used. */
  address: text(64),
  create_time_str: stamp(),
  seen_time_str: stamp(),
  /** Whether it is the session of this call. */
  current: z.boolean(),
})

/** A password that is shown once and must be changed at the first sign-in. */
const one_time = z.strictObject({ user_id, one_time_password: z.string() })

export const list_users = defineCall({
  path: '/api/user/list_users',
  roles: admins,
  effect: 'read',
  ours: true,
  summary: 'Every user, in the order of their names.',
  body: nothing,
  answer: z.strictObject({ list: z.array(user_row) }),
  example: {},
})

export const add_user = defineCall({
  path: '/api/user/add_user',
  roles: admins,
  effect: 'write',
  fresh: true,
  ours: true,
  summary:
    'Create a user. Returns a one-time password, which is valid for seven days, is stored as a hash only ' +
    'and never shown again. User names are unique without regard to case.',
  body: z.strictObject({
    username: filled(64).check(rule(usernameIssue)),
    name: text(64),
    role: z.enum(role),
  }),
  answer: one_time,
  example: { username: 'li.na', name: '李娜', role: 'operator' },
})

export const update_user = defineCall({
  path: '/api/user/update_user',
  roles: admins,
  effect: 'write',
  fresh: true,
  ours: true,
  summary:
    'Change a name or a role, or disable a user, whose sessions end at once. The last administrator can be ' +
    'neither demoted nor disabled (7000, `last_admin`); one with a one-time password that expires does not ' +
    'count.',
  body: z.strictObject({ user_id, name: text(64), role: z.enum(role), enabled: z.boolean() }),
  answer: nothing,
  example: { user_id: 2, name: '李娜', role: 'viewer', enabled: true },
})

export const delete_user = defineCall({
  path: '/api/user/delete_user',
  roles: admins,
  effect: 'write',
  fresh: true,
  ours: true,
  summary:
    'Delete a user, whose sessions end at once. The last administrator cannot be deleted (7000, ' +
    '`last_admin`).',
  body: z.strictObject({ user_id }),
  answer: nothing,
  example: { user_id: 2 },
})

export const reset_user_password = defineCall({
  path: '/api/user/reset_user_password',
  roles: admins,
  effect: 'write',
  fresh: true,
  ours: true,
  summary:
    'Replace a forgotten password by a one-time password. The sessions of the user end at once. The last ' +
    'administrator changes it by `change_password` (7000, `last_admin`).',
  body: z.strictObject({ user_id }),
  answer: one_time,
  example: { user_id: 2 },
})

export const list_sessions = defineCall({
  path: '/api/user/list_sessions',
  roles: everyone,
  effect: 'read',
  ours: true,
  summary:
    "The sessions of a user, the last used first: the caller's own, or for administrators those of " +
    '`user_id`.',
  body: z.strictObject({ user_id: z.optional(user_id) }),
  answer: z.strictObject({ list: z.array(session_row) }),
  example: {},
})

export const end_session = defineCall({
  path: '/api/user/end_session',
  roles: everyone,
  effect: 'write',
  ours: true,
  summary: 'End a session: an own one, or for administrators any.',
  body: z.strictObject({ session_id }),
  answer: nothing,
  example: { session_id: '0123456789abcdef' },
})

export const end_sessions = defineCall({
  path: '/api/user/end_sessions',
  roles: everyone,
  effect: 'write',
  ours: true,
  summary:
    "End every session but this one: the caller's own, or for administrators those of `user_id`. Browsers " +
    'that were known to the sign-in are treated as unknown again.',
  body: z.strictObject({ user_id: z.optional(user_id) }),
  answer: z.strictObject({ ended: z.int() }),
  example: {},
})

export const people_calls = {
  list_users,
  add_user,
  update_user,
  delete_user,
  reset_user_password,
  list_sessions,
  end_session,
  end_sessions,
}
