/** Area `parking`, the queue of events: how long it is, how it moves, what keeps it, and a switch to hold it (ours, beyond spec §7). */
import * as z from 'zod/mini'
import { defineCall, everyone, workers } from '../core/call.ts'
import { attempt_outcomes, attempt_steps } from '../events/event-path.ts'
import { nothing, text } from '../core/fields.ts'

/**
 * paused: somebody holds it. empty: nothing is on its way. no_address: the platform's address is not set. stalled: the storage or the platform takes nothing now. waits_for_check: what is
 * left waits until somebody has looked at it. growing: it is sent, but more comes in. moving: it is sent.
 */
export const queue_states = [
  'paused',
  'empty',
  'no_address',
  'stalled',
  'waits_for_check',
  'growing',
  'moving',
] as const
export type QueueState = (typeof queue_states)[number]

const sending_pause = z.strictObject({
  paused: z.boolean(),
  /** Who paused it; empty while it is not paused. */
  paused_by: text(64),
  paused_ms: z.nullable(z.int()),
})

/** Events a minute, on average of that time. */
const rate = z.strictObject({ minutes_5: z.number(), hour: z.number() })

/** `waiting`: several tries in a row have failed, and now and then one asks whether the other end is back. */
const step_state = z.strictObject({
  state: z.enum(['working', 'waiting']),
  /** When the first of those tries was. */
  since_ms: z.nullable(z.int()),
  /** When the next one is; null where that is not known. */
  until_ms: z.nullable(z.int()),
  /** What the last of them was answered. */
  reason: text(2000),
})

export const event_queue = defineCall({
  path: '/api/parking/event_queue',
  roles: everyone,
  effect: 'read',
  summary:
    'The queue of events: how many in each status, since when, how fast it moves, what went wrong last.',
  body: nothing,
  answer: z.strictObject({
    state: z.enum(queue_states),
    /** By number of status; those that occur. */
    by_status: z.record(z.string(), z.int()),
    /** Those on their way: 7, 6, 0 and 1. */
    waiting: z.int(),
    /** Those that wait for somebody: 4 and 5. */
    parked: z.int(),
    /** When the oldest was taken in, by number of status: of 7, 6, 0, 1, 4 and 5, those that occur. */
    oldest_ms: z.record(z.string(), z.int()),
    rate_in: rate,
    rate_out: rate,
    /** In so many seconds it is empty if all goes on as in the last minute; null where it does not get shorter. What waits for a check or an address is not counted. */
    drain_s: z.nullable(z.int()),
    /** Addresses of the platform that are not set though events wait for them. */
    missing: z.array(z.enum(['data_url', 'timer_data_url'])),
    /** What was not accepted among the newest five hundred tries, newest reason first. */
    errors: z.array(
      z.strictObject({
        step: z.enum(attempt_steps),
        outcome: z.enum(attempt_outcomes),
        info: text(2000),
        n: z.int(),
        last_ms: z.int(),
      }),
    ),
    pause: sending_pause,
    upload: step_state,
    deliver: step_state,
  }),
  example: {},
  ours: true,
})

export const set_event_sending = defineCall({
  path: '/api/parking/set_event_sending',
  roles: workers,
  effect: 'write',
  summary: 'Hold the sending of events, or go on with it. Events are taken in meanwhile.',
  body: z.strictObject({ paused: z.boolean() }),
  answer: sending_pause,
  example: { paused: true },
  ours: true,
})

export const queue_calls = { event_queue, set_event_sending }
