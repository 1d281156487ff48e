/** The business mode of the device: cars in high-position view, or motorcycles (spec §4, §7). */
import * as z from 'zod/mini'
import { admins, defineCall, everyone } from '../core/call.ts'
import { business_mode } from '../core/codes.ts'
import { coded, nothing, text } from '../core/fields.ts'

export const get_business_mode = defineCall({
  path: '/api/parking/get_business_mode',
  roles: everyone,
  effect: 'read',
  summary: 'The business mode: high-position car (0) or motorcycle (2).',
  body: nothing,
  answer: z.strictObject({ business_mode: coded(business_mode) }),
  example: {},
})

export const set_business_mode = defineCall({
  path: '/api/parking/set_business_mode',
  roles: admins,
  effect: 'write',
  summary:
    'Switch the business mode. Deletes all camera scenes (spec §4) after taking a snapshot of them; ' +
    '1000 `same_as_before` if this is the present mode.',
  body: z.strictObject({ business_mode: coded(business_mode) }),
  /**
   * The number of deleted scenes and lots, and the snapshot that holds them; absent if there were none. Ours.
   */
  answer: z.strictObject({
    snapshot: z.optional(text(100)),
    scene_num: z.optional(z.int()),
    lot_num: z.optional(z.int()),
  }),
  example: { business_mode: 2 },
})

export const business_mode_calls = { get_business_mode, set_business_mode }
