/**
 * The queue of events: its length, its throughput, what blocks it, a switch to pause it (ours, beyond spec
 * §7), and the "cache resume" of spec §7.
 */
import * as z from 'zod/mini'
import { defineCall, viewers, workers } from '../core/call.ts'
import { attempt_outcomes, attempt_steps } from '../events/event-path.ts'
import { filled, lines, nothing, text } from '../core/fields.ts'

/**
 * paused: a user has paused it. empty: no event is waiting. no_address: the platform's address is not set.
 * stalled: the object storage or the platform accepts nothing. waits_for_check: the remaining events need a
 * check. growing: events are sent, but more arrive. moving: events are sent.
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
  /** The user who paused it; empty while it is not paused. */
  paused_by: text(64),
  paused_ms: z.nullable(z.int()),
})

/** Events per minute, averaged over these periods. */
const rate = z.strictObject({ minutes_5: z.number(), hour: z.number() })

/**
 * `waiting`: several attempts in a row have failed, so single attempts check whether the other end is back.
 */
const step_state = z.strictObject({
  state: z.enum(['working', 'waiting']),
  /** When the first of those attempts was made. */
  since_ms: z.nullable(z.int()),
  /** When the next attempt is due; null if unknown. */
  until_ms: z.nullable(z.int()),
  /** The answer to the last attempt. */
  reason: lines(2000),
})

export const event_queue = defineCall({
  path: '/api/parking/event_queue',
  roles: viewers,
  effect: 'read',
  summary: 'The queue of events: the number in each status and since when, its speed, and the last errors.',
  body: nothing,
  answer: z.strictObject({
    state: z.enum(queue_states),
    /** By status number, without empty ones. */
    by_status: z.record(z.string(), z.int()),
    /** Statuses 7, 6, 0 and 1. */
    waiting: z.int(),
    /** Statuses 4 and 5, which need a user. */
    parked: z.int(),
    /** When the oldest event of statuses 7, 6, 0, 1, 4 and 5 arrived, by number of status. */
    oldest_ms: z.record(z.string(), z.int()),
    rate_in: rate,
    rate_out: rate,
    /**
     * The seconds until the queue is empty, at the rate of the last minute; null if it does not shrink.
     * Events that wait for a check or an address are not counted.
     */
    drain_s: z.nullable(z.int()),
    /** Platform addresses that are not set although events wait for them. */
    missing: z.array(z.enum(['data_url', 'timer_data_url'])),
    /** The failures among the newest five hundred attempts, with the most recent reason first. */
    errors: z.array(
      z.strictObject({
        step: z.enum(attempt_steps),
        outcome: z.enum(attempt_outcomes),
        info: lines(2000),
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
  summary: 'Pause or resume the sending of events. Events are accepted meanwhile.',
  body: z.strictObject({ paused: z.boolean() }),
  answer: sending_pause,
  example: { paused: true },
  ours: true,
})

export const resend_parking_event = defineCall({
  path: '/api/parking/resend_parking_event',
  roles: workers,
  effect: 'write',
  slow: true,
  summary:
    'Send these events again, also those that the platform has accepted. `left`: the number of events ' +
    'that cannot be sent again, or are already waiting (30 s).',
  body: z.strictObject({ list: z.array(filled(36)).check(z.minLength(1), z.maxLength(500)) }),
  answer: z.strictObject({ resent: z.int(), left: z.int() }),
  example: { list: ['0190a1b2-0000-7000-8000-000000000001'] },
  ours: true,
})

export const parking_event_resume_upload = defineCall({
  path: '/api/system/parking_event_resume_upload',
  roles: workers,
  effect: 'write',
  summary:
    'Put every event that waits, was delayed or failed back into the queue and start sending now ' +
    '("cache resume").',
  body: nothing,
  answer: z.strictObject({ resumed: z.int() }),
  example: {},
})

export const queue_calls = {
  event_queue,
  set_event_sending,
  resend_parking_event,
  parking_event_resume_upload,
}
