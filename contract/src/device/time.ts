/** Area `device`, the clock: its zone, its time and the server it follows (spec §3 "Time", §7). */
import * as z from 'zod/mini'
import { admins, defineCall, everyone, workers } from '../core/call.ts'
import { filled, hostPort, hostPortOrEmpty, nothing, stamp, text } from '../core/fields.ts'

export const time = z.strictObject({
  /** Of the box's own clock, in its own zone. */
  current_time: stamp(),
  time_zone: filled(64),
  ntp_enabled: z.boolean(),
  /** The server that the box is told to follow; empty while it follows those that its system came with and they cannot be told. */
  ntp_server: text(260),
  /** The same moment in milliseconds since 1970, so that a page can let it tick in any browser's zone. Ours. */
  current_ms: z.optional(z.int()),
  /** Whether the clock follows its time server right now; null where the box cannot say. Ours. */
  synchronized: z.optional(z.nullable(z.boolean())),
  /** Lots with a car in them, whose times a jump of the clock would put wrong. Absent while the analysis application, which sees them, is away. Ours. */
  open_sessions: z.optional(z.int()),
})

export const time_para = defineCall({
  path: '/api/device/time_para',
  roles: everyone,
  effect: 'read',
  summary: 'The clock, its zone and where it takes the time from.',
  body: nothing,
  answer: time,
  example: {},
})

export const set_time = defineCall({
  path: '/api/device/set_time',
  roles: admins,
  effect: 'write',
  summary:
    'Set the zone, and the clock where NTP is off (else 7000 with reason `ntp_on`). `time` is in the new zone. Both or none.',
  body: z.strictObject({ time: z.optional(stamp()), time_zone: z.optional(filled(64)) }),
  answer: nothing,
  example: { time: '2026-11-21 08:30:00', time_zone: 'Asia/Shanghai' },
})

export const test_ntp = defineCall({
  path: '/api/device/test_ntp',
  roles: workers,
  effect: 'read',
  summary:
    'Ask a time server, `host` or `host:port`. Offset and delay in milliseconds; a positive offset means that the box is behind.',
  body: z.strictObject({ ntp_server: hostPort() }),
  answer: z.strictObject({ offset_ms: z.number(), delay_ms: z.number(), stratum: z.int() }),
  example: { ntp_server: 'ntp.example.com' },
})

export const set_ntp = defineCall({
  path: '/api/device/set_ntp',
  roles: admins,
  effect: 'write',
  summary:
    'Follow a time server, or stop. Saved whether it answers or not: a link may come up later. Empty: the servers that the system came with.',
  body: z.strictObject({ ntp_enabled: z.boolean(), ntp_server: hostPortOrEmpty() }),
  answer: nothing,
  example: { ntp_enabled: true, ntp_server: 'ntp.example.com' },
})

export const time_calls = { time_para, set_time, test_ntp, set_ntp }
