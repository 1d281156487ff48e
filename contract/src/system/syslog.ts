/** Sends the audit to an external syslog server as it is written (docs/audit-chain.md). */
import * as z from 'zod/mini'
import { admins, defineCall, workers } from '../core/call.ts'
import { lines, nothing, port, whole } from '../core/fields.ts'
import { isHost } from '../core/rules.ts'

import { serverTrust, tls_errors } from '../core/server-trust.ts'

export const syslog_protocols = ['tls', 'tcp'] as const
/**
 * Where a message ends (RFC 6587, section 3.4). octets: each begins with its length. newline: it ends with a
 * line feed, and line feeds within a message become blanks.
 */
export const syslog_framings = ['octets', 'newline'] as const
export const syslog_settings = z.strictObject({
  enabled: z.boolean(),
  host: z.string().check(
    z.maxLength(253),
    z.refine((written) => written === '' || isHost(written), { error: 'host' }),
  ),
  port: port(),
  protocol: z.enum(syslog_protocols),
  framing: z.enum(syslog_framings),
  /** What is trusted with `tls`. */
  trust: serverTrust(),
  /** The private enterprise number in the names of structured data. */
  enterprise: whole(1, 4_294_967_295),
  /** Whether rows of the device's own log are sent too, not only alarms (docs/integrate/logs.md). */
  events: z.boolean(),
})

/** 32473 is reserved for examples (RFC 5612); an operator with a number of its own enters that. */
export const syslog_factory: z.output<typeof syslog_settings> = {
  enabled: false,
  host: '',
  port: 6514,
  protocol: 'tls',
  framing: 'octets',
  trust: '',
  enterprise: 32_473,
  events: false,
}

/** The steps of a connection, in order. */
export const syslog_steps = ['address', 'name', 'connect', 'tls', 'send'] as const
export type SyslogStep = (typeof syslog_steps)[number]
const outcome = {
  failed: z.nullable(z.enum(syslog_steps)),
  tls: z.nullable(z.enum(tls_errors)),
  said: lines(2000),
}

export const get_syslog = defineCall({
  path: '/api/system/get_syslog',
  roles: workers,
  effect: 'read',
  summary: 'Where the audit is sent by syslog.',
  body: nothing,
  answer: syslog_settings,
  example: {},
  ours: true,
})

export const update_syslog = defineCall({
  path: '/api/system/update_syslog',
  roles: admins,
  effect: 'write',
  fresh: true,
  summary:
    'Change where the audit is sent by syslog. Fields that are not given stay as they are. What is written ' +
    'up to the change, the change included, still goes to the former server if it is connected.',
  body: z.partial(syslog_settings),
  answer: nothing,
  example: { enabled: false },
  ours: true,
})

export const test_syslog = defineCall({
  path: '/api/system/test_syslog',
  roles: admins,
  effect: 'write',
  slow: true,
  summary:
    'Send a test message with these settings, without saving them. Syslog confirms nothing: success means ' +
    'that the system took the message and the server kept the connection.',
  body: syslog_settings,
  answer: z.strictObject({ ...outcome, took_ms: z.int() }),
  example: { ...syslog_factory, host: 'logs.example.com' },
  ours: true,
})

export const syslog_states = ['off', 'connecting', 'sending', 'failing'] as const
export const syslog_state = defineCall({
  path: '/api/system/syslog_state',
  roles: workers,
  effect: 'read',
  summary:
    'Whether the audit is sent to the syslog server, and how much waits. Syslog confirms nothing: whether ' +
    'it was received can be seen at the server alone.',
  body: nothing,
  answer: z.strictObject({
    state: z.enum(syslog_states),
    /** Since when it is in this state. */
    since_ms: z.nullable(z.int()),
    sent_ms: z.nullable(z.int()),
    /** Number of links of the chain that were sent, and that are waiting. */
    sent: z.int(),
    waiting: z.int(),
    ...outcome,
  }),
  example: {},
  ours: true,
})

export const syslog_calls = { get_syslog, update_syslog, test_syslog, syslog_state }
