/** The business mode of the device: cars in high-position view, or motorcycles (spec §4, §7). */
import * as z from 'zod/mini'
import { admins, defineCall, viewers } from '../core/call.ts'
import { business_mode } from '../core/codes.ts'
import { coded, filled, nothing, text } from '../core/fields.ts'

export const get_business_mode = defineCall({
  path: '/api/parking/get_business_mode',
  roles: viewers,
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
    '1000 `same_as_before` if this is the current mode.',
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

const scene_count = { scene_num: z.int(), lot_num: z.int() }

export const snapshot_scenes = defineCall({
  path: '/api/parking/snapshot_scenes',
  roles: admins,
  effect: 'read',
  summary: 'The scenes that a snapshot holds, and those that the device has now.',
  body: z.strictObject({ name: filled(100) }),
  answer: z.strictObject({
    /** The mode that the scenes were drawn for. */
    business_mode: coded(business_mode),
    /** What can be restored: scenes whose camera still exists. */
    ...scene_count,
    /** Cameras whose scenes cannot be restored, because the cameras have been deleted. */
    gone: z.array(text(64)),
    /** The current state of the device. */
    now: z.strictObject({ business_mode: coded(business_mode), ...scene_count }),
  }),
  example: { name: 'business-mode-20261121-083000' },
  ours: true,
})

export const restore_scenes = defineCall({
  path: '/api/parking/restore_scenes',
  roles: admins,
  effect: 'write',
  summary:
    'Restore the scenes of a snapshot, and the business mode that they were drawn for: nothing else, ' +
    'and without a restart. 7000 `scenes_present` if the device has scenes now, unless `replace` is true: ' +
    'they are then replaced, after a snapshot of them. 7000 `no_scenes` if there is nothing to restore.',
  body: z.strictObject({ name: filled(100), replace: z.optional(z.boolean()) }),
  answer: z.strictObject({
    business_mode: coded(business_mode),
    ...scene_count,
    gone: z.array(text(64)),
    /** The snapshot of the scenes that were replaced; absent if there were none. */
    snapshot: z.optional(text(100)),
  }),
  example: { name: 'business-mode-20261121-083000' },
  ours: true,
})

export const business_mode_calls = { get_business_mode, set_business_mode, snapshot_scenes, restore_scenes }
