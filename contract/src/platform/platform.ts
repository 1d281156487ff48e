/** Area `parking`, the platform beyond its settings: trying one address, and how the heartbeat is (ours, docs/platform.md). */
import * as z from 'zod/mini'
import { admins, defineCall, everyone } from '../core/call.ts'
import { nothing, text } from '../core/fields.ts'
import { platform_param } from '../params/params.ts'

/** The addresses of the platform, in the order in which a box uses them. */
export const platform_urls = [
  'auth_url',
  'device_init_url',
  'device_hb_url',
  'data_url',
  'timer_data_url',
  'lot_state_url',
] as const
export type PlatformUrl = (typeof platform_urls)[number]

/**
 * How far a request came, in this order. address: it may not be reached at all. answer: connected, but no whole answer in time. status: an HTTP
 * status that is no success. protocol: an answer that is no envelope of docs/platform.md. refused: an envelope whose code is not 0.
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

/** Why an encrypted connection did not come about. not_tls: the other end does not speak TLS at all. */
export const tls_errors = [
  'expired',
  'not_yet',
  'self_signed',
  'unknown_issuer',
  'wrong_name',
  'not_tls',
  'other',
] as const
export type TlsError = (typeof tls_errors)[number]

const lines = z.array(z.tuple([text(200), text(4000)]))

/** One request of a test. Secrets are starred out; a body that is long is cut. */
const platform_exchange = z.strictObject({
  url_name: z.enum(platform_urls),
  request: z.strictObject({ method: text(10), url: text(500), headers: lines, body: z.string() }),
  /** null where there was none. */
  response: z.nullable(
    z.strictObject({ status: z.int(), headers: lines, body: z.string(), cut: z.boolean() }),
  ),
  /** The first step that failed; null where all went well. */
  failed: z.nullable(z.enum(platform_steps)),
  tls: z.nullable(z.enum(tls_errors)),
  /** What the other end, or the system, said of it. */
  said: text(2000),
  took_ms: z.int(),
})

export const test_platform = defineCall({
  path: '/api/parking/test_platform',
  roles: admins,
  effect: 'write',
  slow: true,
  summary:
    'Try one address of the platform with the settings as they are typed. Stars in `extra_info` stand for what is stored. The request is marked as a test (docs/platform.md); nothing is saved (30 s).',
  body: z.strictObject({ url_name: z.enum(platform_urls), ...platform_param.shape }),
  answer: z.strictObject({
    /** In order: the sign-in comes first where the address needs one. The test went well when none failed. */
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

/** off: no address for it. waiting: none has been answered yet. */
export const heartbeat_states = ['off', 'waiting', 'good', 'failing'] as const

export const platform_state = defineCall({
  path: '/api/parking/platform_state',
  roles: everyone,
  effect: 'read',
  summary:
    'The heartbeat: whether the platform takes it, since when, how fast, and how the platform’s clock stands to this box’s.',
  body: nothing,
  answer: z.strictObject({
    state: z.enum(heartbeat_states),
    /** Of this box, so that a page can say how long ago something was. */
    now_ms: z.int(),
    tried_ms: z.nullable(z.int()),
    /** The last one that was taken since the server started. */
    success_ms: z.nullable(z.int()),
    /** When the first of the failures in a row was, and how many there are. */
    failing_since_ms: z.nullable(z.int()),
    failures: z.int(),
    /** When the next one is due. */
    next_ms: z.nullable(z.int()),
    /** What the platform, or the system, said to the last one. */
    said: text(2000),
    /** Of the last one that was answered, and of the twenty before it, oldest first. */
    round_trip_ms: z.nullable(z.int()),
    round_trips: z.array(z.int()),
    /** Positive where the platform is ahead; true within `error_ms`. From `data.timestamp` of the answer, else from its Date header, whose seconds are whole. */
    clock: z.nullable(
      z.strictObject({
        offset_ms: z.int(),
        error_ms: z.int(),
        by: z.enum(['body', 'date']),
        measured_ms: z.int(),
      }),
    ),
    /** Events that wait for the platform. */
    queue: z.int(),
  }),
  example: {},
  ours: true,
})

export const platform_calls = { test_platform, platform_state }
