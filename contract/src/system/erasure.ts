/** Erasing the device for good, before it is sold or returned (docs/restore.md). It cannot be undone. */
import * as z from 'zod/mini'
import { admins, defineCall } from '../core/call.ts'
import { filled, nothing, text } from '../core/fields.ts'
import { languages } from '../core/language.ts'

/** What is counted before it is erased, in the order of the certificate. */
export const erased_kinds = [
  'keys',
  'databases',
  'pictures',
  'clips',
  'snapshots',
  'spool',
  'bundles',
  'certificates',
  'other',
] as const

/** Data outside the data folder, which is removed through the operating system. */
export const erased_outside = ['vpn', 'ntp', 'repository', 'traces'] as const

/** How long the certificate remains available, in minutes; then the network is reset as well. */
export const certificate_wait_min = 30

/** The facts of the certificate, from which its hash is computed. */
export const erasure_facts = z.strictObject({
  host_sn: text(64),
  version: text(64),
  by: text(64),
  asked_time_str: text(19),
  erased_time_str: text(19),
  time_zone: text(64),
  removed: z.array(z.strictObject({ kind: z.enum(erased_kinds), files: z.int(), bytes: z.int() })),
  /** Names in the data folder that could not be removed; if there are any, no level is reached. */
  left: z.array(text(300)),
  outside: z.array(
    z.strictObject({ what: z.enum(erased_outside), result: z.enum(['done', 'absent', 'failed']) }),
  ),
  level: z.enum(['nist_800_88_clear', 'none']),
  /** The newest link of the audit chain that was erased; null if it could not be read. */
  audit_head: z.nullable(z.strictObject({ chain_id: text(64), seq: z.int(), hash: text(64) })),
  /** Whether the platform has confirmed that head. */
  head_sent: z.boolean(),
})

export const erase_for_good = defineCall({
  path: '/api/system/erase_for_good',
  roles: admins,
  effect: 'write',
  audit: 'own_row',
  fresh: true,
  slow: true,
  summary:
    'Erase the device for good, confirmed by the serial number: keys first, then everything else. No ' +
    'snapshot is taken. The server restarts in factory state; the token opens the certificate.',
  body: z.strictObject({ host_sn: filled(64), language: z.enum(languages) }),
  answer: z.strictObject({ token: text(100) }),
  example: { host_sn: 'PE-0001', language: 'zh' },
  ours: true,
})

export const erasure_certificate = defineCall({
  path: '/api/system/erasure_certificate',
  roles: 'anyone',
  effect: 'read',
  silent: true,
  summary:
    'The certificate of the last erasure, for the bearer of its token; 3000 once it was closed. ' +
    '`url` shows it as a page to print. The first password is returned until the server stops.',
  body: z.strictObject({ token: filled(100) }),
  answer: z.strictObject({
    facts: erasure_facts,
    sha256: text(64),
    url: text(300),
    one_time_password: z.optional(text(100)),
    /** The address of the console once the certificate has been closed; absent if unknown. */
    console_url: z.optional(text(300)),
  }),
  example: { token: 'the token of erase_for_good' },
  ours: true,
})

export const close_erasure = defineCall({
  path: '/api/system/close_erasure',
  roles: 'anyone',
  effect: 'write',
  audit: 'own_row',
  slow: true,
  summary:
    'Put the certificate away, for the bearer of its token; the network then gets its factory address.',
  body: z.strictObject({ token: filled(100) }),
  answer: nothing,
  example: { token: 'the token of erase_for_good' },
  ours: true,
})

export const erasure_calls = { erase_for_good, erasure_certificate, close_erasure }
