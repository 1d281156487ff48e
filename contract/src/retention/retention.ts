/** Area `parking`: what is kept for how long, and how much of the disk it may take (ours; docs/decisions/0023). What is not yet sent is never let go by these. */
import * as z from 'zod/mini'
import { admins, defineCall, everyone } from '../core/call.ts'
import { nothing, whole } from '../core/fields.ts'

const min_budget = 100_000_000

/** Days count from when an event was sent, skipped or discarded; for one that still waits they do not begin. */
export const retention = z.strictObject({
  /** Rows of events that were sent: then a tombstone alone is left. */
  sent_days: whole(1, 3650, 'd'),
  /** Pictures and clips of events that were sent. Longer than `sent_days` makes no difference. */
  media_days: whole(1, 3650, 'd'),
  /** Rows, pictures and clips of events that were skipped or discarded. */
  skipped_days: whole(1, 3650, 'd'),
  /** Rows, pictures and clips of manual checks (event types 7 and 8). */
  manual_days: whole(1, 3650, 'd'),
  /** What events, pictures and clips may take on the disk, in bytes; 0: as much as the free disk allows. A budget is 100 MB at least: a slip must not empty the device. */
  budget_bytes: whole(0, 16_000_000_000_000, 'B').check(
    z.check((payload) => {
      if (payload.value > 0 && payload.value < min_budget)
        payload.issues.push({
          code: 'too_small',
          origin: 'number',
          minimum: min_budget,
          inclusive: true,
          input: payload.value,
        })
    }),
  ),
  /** So much of the disk stays free, in percent: below it the oldest that was sent, skipped or discarded goes before its time. */
  keep_free_percent: whole(5, 50, '%'),
})
export type Retention = z.output<typeof retention>

export const retention_factory: Retention = {
  sent_days: 365,
  media_days: 90,
  skipped_days: 30,
  manual_days: 365,
  budget_bytes: 0,
  keep_free_percent: 10,
}

export const get_retention = defineCall({
  path: '/api/parking/get_retention',
  roles: everyone,
  effect: 'read',
  ours: true,
  summary: 'What is kept for how long, and how much of the disk it may take.',
  body: nothing,
  answer: retention,
  example: {},
})

export const update_retention = defineCall({
  path: '/api/parking/update_retention',
  roles: admins,
  effect: 'write',
  ours: true,
  summary:
    'Change what is kept for how long. What is not named stays. What is over its time goes within minutes.',
  body: z.partial(retention),
  answer: nothing,
  example: { media_days: 60, keep_free_percent: 15 },
})

export const retention_calls = { get_retention, update_retention }
