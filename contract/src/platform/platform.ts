/** Testing an address of the platform, and the state of the heartbeat (ours, docs/platform.md). */
import * as z from 'zod/mini'
import { admins, defineCall, viewers } from '../core/call.ts'
import { lines, nothing, text } from '../core/fields.ts'
import { platform_param } from '../params/params.ts'
import { platform_urls } from '../params/platform-urls.ts'
import { serverTrustTyped, tls_errors } from '../core/server-trust.ts'

/**
 * The steps of a request, in order. address: the address is not allowed. answer: connected, but no complete
 * answer in time. status: an HTTP status other than success. protocol: not an envelope as in
 * docs/platform.md. refused: an envelope whose code is not 0.
 */
export const platform_steps = [
  'address',
  'name',
  'connect',
  'tls',
  'answer',
  'status',
  'protocol',
  'refused',
] as const
export type PlatformStep = (typeof platform_steps)[number]

const headers = z.array(z.tuple([text(200), text(4000)]))

/** One request of a test. Secrets are masked; a long body is truncated. */
const platform_exchange = z.strictObject({
  url_name: z.enum(platform_urls),
  request: z.strictObject({ method: text(10), url: text(500), headers, body: z.string() }),
  /** null if there was no response. */
  response: z.nullable(z.strictObject({ status: z.int(), headers, body: z.string(), cut: z.boolean() })),
  /** The first step that failed; null if none did. */
  failed: z.nullable(z.enum(platform_steps)),
  tls: z.nullable(z.enum(tls_errors)),
  /** The message of the other end or the operating system. */
  said: lines(2000),
  took_ms: z.int(),
})

export const test_platform = defineCall({
  path: '/api/parking/test_platform',
  roles: admins,
  effect: 'write',
  slow: true,
  summary:
    'Test one address of the platform with these settings, without saving them (30 s). Stars in ' +
    '`extra_info` stand for the stored value. The request is marked as a test (docs/platform.md).',
  body: z.strictObject({
    url_name: z.enum(platform_urls),
    ...platform_param.shape,
    ...serverTrustTyped(),
  }),
  answer: z.strictObject({
    /** In order: the sign-in comes first if the address needs one. The test passed if no request failed. */
    list: z.array(platform_exchange),
  }),
  example: {
    url_name: 'device_hb_url',
    operator_no: 'OP-0755',
    protocol: 1,
    auth_url: 'https://iot.example.com/auth',
    device_init_url: '',
    device_hb_url: 'https://iot.example.com/hb',
    heartbeat_interval: 30,
    data_url: '',
    timer_data_url: '',
    lot_state_url: '',
    extra_info: '{"app_secret":"******"}',
  },
  ours: true,
})

/** off: no address is set. waiting: no heartbeat has been answered yet. */
export const heartbeat_states = ['off', 'waiting', 'good', 'failing'] as const

export const platform_state = defineCall({
  path: '/api/parking/platform_state',
  roles: viewers,
  effect: 'read',
  summary:
    'The state of the heartbeat: whether the platform accepts it, since when, the round trip, and the ' +
    'offset between the platform’s clock and the device’s.',
  body: nothing,
  answer: z.strictObject({
    state: z.enum(heartbeat_states),
    /** The device's clock, so that a page can show durations. */
    now_ms: z.int(),
    tried_ms: z.nullable(z.int()),
    /** The last accepted heartbeat since the server started. */
    success_ms: z.nullable(z.int()),
    /** When the current series of failures started, and how many failures it has. */
    failing_since_ms: z.nullable(z.int()),
    failures: z.int(),
    /** When the next heartbeat is due. */
    next_ms: z.nullable(z.int()),
    /** The last message of the platform or the operating system. */
    said: lines(2000),
    /** The round trip of the last answered heartbeat, and of the twenty before it, oldest first. */
    round_trip_ms: z.nullable(z.int()),
    round_trips: z.array(z.int()),
    /**
     * Positive if the platform is ahead; accurate to `error_ms`. From `data.timestamp` of the answer, else
     * from its Date header, which has a resolution of one second.
     */
    clock: z.nullable(
      z.strictObject({
        offset_ms: z.int(),
        error_ms: z.int(),
        by: z.enum(['body', 'date']),
        measured_ms: z.int(),
      }),
    ),
    /** The number of events waiting for the platform. */
    queue: z.int(),
  }),
  example: {},
  ours: true,
})

export const platform_calls = { test_platform, platform_state }
