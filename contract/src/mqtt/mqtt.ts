/** Ours: testing the connection to the MQTT broker, and its state (docs/integrate/mqtt.md). */
import * as z from 'zod/mini'
import { admins, defineCall, viewers } from '../core/call.ts'
import { lines, nothing, text } from '../core/fields.ts'
import { serverTrustTyped, tls_errors } from '../core/server-trust.ts'
import { mqtt_factory, mqtt_param } from '../params/params.ts'

/**
 * The steps of a connection, in order. sign_in: user name, password or client identifier refused. answer:
 * refused for another reason, or no MQTT. publish: a message was refused, too large, or not confirmed.
 */
export const mqtt_steps = ['address', 'name', 'connect', 'tls', 'sign_in', 'answer', 'publish'] as const
export type MqttStep = (typeof mqtt_steps)[number]
/**
 * What a broker lacks, although the device works with it. no_retain: retained messages, so a receiver that
 * connects later gets a state when it changes. no_session: sessions, so requests reach only a connected
 * device. no_requests: the right to read requests. mqtt_3: MQTT 5, so it refuses messages without a word.
 */
export const mqtt_notes = ['no_retain', 'no_session', 'no_requests', 'mqtt_3'] as const
export type MqttNote = (typeof mqtt_notes)[number]
const outcome = {
  failed: z.nullable(z.enum(mqtt_steps)),
  tls: z.nullable(z.enum(tls_errors)),
  /** The broker's own words, a code of the operating system, or a sentence of `device_sentences`. */
  said: lines(2000),
  notes: z.array(z.enum(mqtt_notes)),
}

export const test_mqtt = defineCall({
  path: '/api/parking/test_mqtt',
  roles: admins,
  effect: 'write',
  slow: true,
  summary:
    'Connect to the broker as the device would with these settings, without saving them, and publish a ' +
    'message with `"test": true` to each topic that they use (30 s). An empty password means the stored one.',
  body: z.strictObject({ ...mqtt_param.shape, ...serverTrustTyped() }),
  /** `topic`: `<prefix>/<serial>`. */
  answer: z.strictObject({ ...outcome, topic: text(400), took_ms: z.int() }),
  example: { ...mqtt_factory, broker: 'mqtt.example.com:8883' },
  ours: true,
})

export const mqtt_states = ['off', 'connecting', 'connected', 'failing'] as const
export const mqtt_state = defineCall({
  path: '/api/parking/mqtt_state',
  roles: viewers,
  effect: 'read',
  summary: 'Whether the broker accepts the events and alarms, and how many wait.',
  body: nothing,
  answer: z.strictObject({
    state: z.enum(mqtt_states),
    /** Since when it is in this state. */
    since_ms: z.nullable(z.int()),
    ...outcome,
    /** `<prefix>/<serial>`. */
    topic: text(400),
    client_id: text(100),
    /** Whether the broker still had the session of the previous connection. */
    resumed: z.boolean(),
    waiting: z.int(),
    /** When the oldest waiting message was stored. */
    oldest_ms: z.nullable(z.int()),
    /**
     * Numbers of messages since the device was new: confirmed by the broker, and deleted unsent because there
     * were too many.
     */
    sent: z.int(),
    dropped: z.int(),
    sent_ms: z.nullable(z.int()),
  }),
  example: {},
  ours: true,
})

export const mqtt_calls = { test_mqtt, mqtt_state }
