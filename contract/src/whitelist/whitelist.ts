/** The addresses that may use the console (spec §7). */
import * as z from 'zod/mini'
import { admins, defineCall, workers } from '../core/call.ts'
import { filled, listOf, nothing, rule, stamp, text } from '../core/fields.ts'
import { networkIssue } from '../core/ip-network.ts'

/** An IPv4 or IPv6 address, or a network (CIDR). */
export const whitelist_entry = z.strictObject({
  address: filled(64).check(rule(networkIssue)),
  comment: text(200),
})
export const whitelist_row = z.strictObject({
  address: filled(64),
  comment: text(200),
  create_time_str: stamp(),
})

export const get_whitelist = defineCall({
  path: '/api/system/get_whitelist',
  roles: workers,
  effect: 'read',
  silent: true,
  summary: 'The addresses that may reach the console. An empty list allows every address.',
  body: nothing,
  /** `caller` is the address from which this call came. Ours. */
  answer: z.strictObject({ ...listOf(whitelist_row).shape, caller: z.optional(text(64)) }),
  example: {},
})

export const add_whitelist = defineCall({
  path: '/api/system/add_whitelist',
  roles: admins,
  effect: 'write',
  summary:
    'Allow addresses. A list that excludes the caller is refused (7000, issue `shut_out`) unless ' +
    'confirmed.',
  body: z.strictObject({
    list: z.array(whitelist_entry).check(z.minLength(1), z.maxLength(500)),
    confirmed: z.optional(z.boolean()),
  }),
  answer: nothing,
  example: { list: [{ address: '192.0.2.0/24', comment: 'office' }] },
})

export const delete_whitelist = defineCall({
  path: '/api/system/delete_whitelist',
  roles: admins,
  effect: 'write',
  summary:
    'Remove addresses from the list. Refused like `add_whitelist` if the remaining list excludes the ' +
    'caller.',
  body: z.strictObject({
    list: z.array(filled(64)).check(z.minLength(1), z.maxLength(500)),
    confirmed: z.optional(z.boolean()),
  }),
  answer: nothing,
  example: { list: ['192.0.2.0/24'] },
})

export const whitelist_calls = { get_whitelist, add_whitelist, delete_whitelist }
