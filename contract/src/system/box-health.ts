/**
 * Ours: the health of the box in one small answer, for the strip on the first page. The cards behind it make
 * their own calls.
 */
import * as z from 'zod/mini'
import { alarm_row } from '../alarm/alarm.ts'
import { defineCall, viewers } from '../core/call.ts'
import { lines, nothing, text } from '../core/fields.ts'
import { queue_states } from '../queue/queue.ts'
import { app_states } from './app-states.ts'

/** off: no address is set. unknown: there was no answer yet. */
export const peer_states = ['ok', 'failing', 'off', 'unknown'] as const
/**
 * off: a second or more away from its reference. free: time synchronisation is off, or does not succeed.
 * unknown: not compared yet.
 */
export const clock_states = ['ok', 'off', 'free', 'unknown'] as const

const peer = z.strictObject({
  state: z.enum(peer_states),
  /** The last message of the other end or the operating system while it is failing, else empty. */
  reason: lines(2000),
  /** Since when it has been failing, and when it last accepted something (ms since 1970); 0 if unknown. */
  since_ms: z.int(),
})

const percent = z.nullable(z.number().check(z.gte(0), z.lte(100), z.meta({ unit: '%' })))

const box_health = defineCall({
  path: '/api/system/box_health',
  roles: viewers,
  effect: 'read',
  ours: true,
  summary:
    'The health of the box at a glance: application, storage, platform, queue, clock, disk, processor, ' +
    'memory, temperature, and the worst open alarm.',
  body: nothing,
  answer: z.strictObject({
    application: z.strictObject({
      state: z.enum(app_states),
      /** Whether it is connected to the analysis socket, with its name and version. */
      connected: z.boolean(),
      name: text(64),
      version: text(64),
    }),
    /** The object storage, judged by its last uploads. */
    storage: peer,
    /** The platform, judged by its heartbeat and the events sent to it. */
    platform: peer,
    queue: z.strictObject({
      state: z.enum(queue_states),
      /** Number of events waiting to be sent. */
      waiting: z.int(),
      /** The age of the oldest of them; 0 if there is none. */
      oldest_ms: z.int(),
    }),
    clock: z.strictObject({
      state: z.enum(clock_states),
      /** Positive if the device is behind. */
      offset_ms: z.nullable(z.number()),
    }),
    /** The disk with the data folder. */
    disk: z.strictObject({ percent_used: z.number(), free_bytes: z.int(), total_bytes: z.int() }),
    /** Percent of all cores over the last seconds; null until it was measured. */
    cpu: percent,
    memory: percent,
    /** Degrees Celsius of the hottest sensor; null without sensors. */
    temperature: z.nullable(z.number()),
    /** Seconds since the box was started. */
    run_s: z.int(),
    alarms: z.strictObject({
      open: z.int(),
      /** The first open alarm in the order of what they cost. */
      worst: z.nullable(
        z.pick(alarm_row, {
          kind: true,
          severity: true,
          subject: true,
          name: true,
          since_ms: true,
          facts: true,
        }),
      ),
    }),
  }),
  example: {},
})

export const box_health_calls = { box_health }
