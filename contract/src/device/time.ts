/** The clock of the device: time zone, time and time server (spec §3 "Time", §7). */
import * as z from 'zod/mini'
import { admins, defineCall, viewers, workers } from '../core/call.ts'
import { filled, hostPort, hostPortOrEmpty, nothing, stamp, text } from '../core/fields.ts'

export const time = z.strictObject({
  /** The device's clock in the device's time zone. */
  current_time: stamp(),
  time_zone: filled(64),
  ntp_enabled: z.boolean(),
  /** The configured time server; empty if the operating system's own servers are used and unknown. */
  ntp_server: text(260),
  /**
   * The same moment in milliseconds since 1970, so that a page can keep the clock running in any time zone.
   * Ours.
   */
  current_ms: z.optional(z.int()),
  /** Whether the clock is synchronised now; null if unknown. Ours. */
  synchronized: z.optional(z.nullable(z.boolean())),
  /**
   * The number of occupied lots, whose times a jump of the clock would falsify. Absent if the analysis
   * application is not connected. Ours.
   */
  open_sessions: z.optional(z.int()),
})

export const time_para = defineCall({
  path: '/api/device/time_para',
  roles: viewers,
  effect: 'read',
  summary: 'The clock, its time zone and its time server.',
  body: nothing,
  answer: time,
  example: {},
})

export const set_time = defineCall({
  path: '/api/device/set_time',
  roles: admins,
  effect: 'write',
  summary:
    'Set the time zone, and the clock if NTP is off (else 7000 with reason `ntp_on`). `time` is in the ' +
    'new zone. Both are set or neither.',
  body: z.strictObject({ time: z.optional(stamp()), time_zone: z.optional(filled(64)) }),
  answer: nothing,
  example: { time: '2026-11-21 08:30:00', time_zone: 'Asia/Shanghai' },
})

export const test_ntp = defineCall({
  path: '/api/device/test_ntp',
  roles: workers,
  effect: 'read',
  summary:
    'Query a time server, `host` or `host:port`. Offset and delay are in milliseconds; a positive ' +
    'offset means that the device is behind.',
  body: z.strictObject({ ntp_server: hostPort() }),
  answer: z.strictObject({ offset_ms: z.number(), delay_ms: z.number(), stratum: z.int() }),
  example: { ntp_server: 'ntp.example.com' },
})

export const set_ntp = defineCall({
  path: '/api/device/set_ntp',
  roles: admins,
  effect: 'write',
  summary:
    'Turn NTP on or off. The server is saved even if it does not answer, because a link may come up ' +
    'later. Empty: the servers of the operating system.',
  body: z.strictObject({ ntp_enabled: z.boolean(), ntp_server: hostPortOrEmpty() }),
  answer: nothing,
  example: { ntp_enabled: true, ntp_server: 'ntp.example.com' },
})

export const time_calls = { time_para, set_time, test_ntp, set_ntp }
