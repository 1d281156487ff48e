/**
 * How long events and files are kept, and how much of the disk they may use (ours; docs/decisions/0023).
 * Unsent events are never deleted by these rules.
 */
import * as z from 'zod/mini'
import { admins, defineCall, viewers } from '../core/call.ts'
import { nothing, whole } from '../core/fields.ts'

const min_budget = 100_000_000

/** Days count from when an event was sent, skipped or discarded, so they do not start for a waiting event. */
export const retention = z.strictObject({
  /** Rows of sent events; a tombstone remains. */
  sent_days: whole(1, 3650, 'd'),
  /** Pictures and clips of sent events. A value above `sent_days` has no effect. */
  media_days: whole(1, 3650, 'd'),
  /** Rows, pictures and clips of skipped or discarded events. */
  skipped_days: whole(1, 3650, 'd'),
  /** Rows, pictures and clips of manual checks (event types 7 and 8). */
  manual_days: whole(1, 3650, 'd'),
  /**
   * The bytes that events, pictures and clips may use; 0: limited only by the free disk space. A budget is at
   * least 100 MB, so that a typing error cannot empty the device.
   */
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
  /** Thumbnails of looks: days since the event, and the total bytes, at most 5 % of the disk. */
  look_days: whole(1, 3650, 'd'),
  look_bytes: whole(10_000_000, 1_000_000_000_000, 'B'),
  /**
   * The percentage of the disk that is kept free: below it, the oldest sent, skipped or discarded events are
   * deleted early.
   */
  keep_free_percent: whole(5, 50, '%'),
})
export type Retention = z.output<typeof retention>

export const retention_factory: Retention = {
  sent_days: 365,
  media_days: 90,
  skipped_days: 30,
  manual_days: 365,
  budget_bytes: 0,
  look_days: 30,
  look_bytes: 500_000_000,
  keep_free_percent: 10,
}

export const get_retention = defineCall({
  path: '/api/parking/get_retention',
  roles: viewers,
  effect: 'read',
  ours: true,
  summary: 'How long events and files are kept, and how much of the disk they may use.',
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
    'Change the retention. Fields that are not given stay as they are. Expired files are deleted within ' +
    'minutes.',
  body: z.partial(retention),
  answer: nothing,
  example: { media_days: 60, keep_free_percent: 15 },
})

export const retention_calls = { get_retention, update_retention }
