/**
 * Ours: the reference pictures of a scene, whether the camera has moved since, and the current state of each
 * lot.
 */
import * as z from 'zod/mini'
import { defineCall, viewers, workers } from '../core/call.ts'
import { polygon, scene } from './scene.ts'
import { decimal, filled, listOf, stampOrEmpty, text, whole } from '../core/fields.ts'

/**
 * Why a picture became the reference: lots were drawn on it, a user took it again, or moved lots were
 * accepted on it.
 */
export const reference_causes = ['drawn', 'taken', 'accepted'] as const
/**
 * The result of a comparison: none was made yet, the camera has not moved, it has moved, or it cannot be
 * decided.
 */
export const check_result = ['unchecked', 'same', 'moved', 'unclear'] as const
/**
 * Why it cannot be decided: no reference, camera offline, no light, frozen picture, nothing visible (covered,
 * fog), or a different view or too much obstructing it.
 */
export const check_reason = ['', 'no_reference', 'offline', 'dark', 'frozen', 'blank', 'another'] as const
export type CheckReason = (typeof check_reason)[number]
/** The number of references kept for a scene, including the current one. */
export const max_references = 12

/** The `comment` of an event (spec §3) that arrived while its scene was marked as moved. */
export const camera_moved_comment = 'camera_moved'

const one_scene = z.strictObject({ scene_id: filled(64) })
const picture = { picture: text(500), width: whole(1, 16_384), height: whole(1, 16_384) }

export const reference = z.strictObject({
  reference_id: z.int(),
  time_str: stampOrEmpty(),
  why: z.enum(reference_causes),
  ...picture,
  bytes: whole(0, 100_000_000),
  /** Whether the lots are currently drawn on this reference. */
  current: z.boolean(),
})

/**
 * The lots as they would be on the new picture. Parts outside the picture are cut off; a lot that is mostly
 * outside has no outline.
 */
const moved_lot = z.strictObject({
  lot_no: filled(32),
  polygon: z.union([polygon, z.array(z.never()).check(z.maxLength(0))]),
  /** The share of the lot that is still in the picture. */
  inside: decimal(0, 1),
})

export const scene_check = z.strictObject({
  result: z.enum(check_result),
  reason: z.enum(check_reason),
  /**
   * How far the lots have moved, in pixels of the reference: the distance of the corner that moved furthest.
   */
  px: decimal(0, 100_000),
  /** 0 to 1, from the number of matching points and how well they are spread over the picture. */
  confidence: decimal(0, 1),
  time_str: stampOrEmpty(),
  /** Since when the scene is marked as moved; empty if it is not. */
  moved_time_str: stampOrEmpty(),
  /** The proposed lots while the scene is marked as moved. */
  proposal: z.nullable(z.strictObject({ check_id: filled(64), ...picture, lots: z.array(moved_lot) })),
})

const list_references = defineCall({
  path: '/api/camera/list_references',
  roles: viewers,
  effect: 'read',
  ours: true,
  summary:
    'The reference pictures of a scene, newest first (at most 12), and the result of the last ' +
    'comparison with the camera.',
  body: one_scene,
  answer: z.strictObject({ list: z.array(reference), check: scene_check }),
  example: { scene_id: 'scene-1' },
})

const take_reference = defineCall({
  path: '/api/camera/take_reference',
  roles: workers,
  effect: 'write',
  slow: true,
  ours: true,
  summary:
    'Take a picture now and make it the reference of a scene. The lots stay where they are, because the ' +
    'caller has checked them.',
  body: one_scene,
  answer: reference,
  example: { scene_id: 'scene-1' },
})

const check_scene = defineCall({
  path: '/api/camera/check_scene',
  roles: workers,
  effect: 'read',
  slow: true,
  ours: true,
  summary:
    'Take a picture now and compare it with the reference of a scene: same, moved (with the lots at ' +
    'their new positions), or unclear.',
  body: one_scene,
  answer: scene_check,
  example: { scene_id: 'scene-1' },
})

const accept_moved = defineCall({
  path: '/api/camera/accept_moved',
  audit: 'changes',
  roles: workers,
  effect: 'write',
  ours: true,
  summary:
    'Make the new picture the reference and move these lots as proposed. Both happen or neither. 7000 ' +
    '`scene_changed` if the scene was saved or compared again in the meantime.',
  body: z.strictObject({
    scene_id: filled(64),
    check_id: filled(64),
    lot_nos: z.array(filled(32)).check(z.maxLength(200)),
  }),
  answer: scene,
  example: { scene_id: 'scene-1', check_id: 'a1b2c3', lot_nos: ['A01'] },
})

const seen_lot = z.strictObject({
  lot_no: filled(32),
  occupied: z.boolean(),
  plate_number: text(32),
  /** The share of the vehicle that covers the lot. */
  cover: decimal(0, 1),
  /** When the application last reported it. */
  time_str: stampOrEmpty(),
  /** How long it has reported the same, in milliseconds. */
  since_ms: whole(0, 10_000_000_000),
})

const lot_states = defineCall({
  path: '/api/camera/lot_states',
  roles: viewers,
  effect: 'read',
  ours: true,
  summary:
    'The current state of each lot of a scene, or of the lots in `lot_nos`, as the analysis application ' +
    'sees it. Lots without a report are left out.',
  body: z.strictObject({
    scene_id: z.optional(filled(64)),
    /** Instead of a scene: lots of any scenes. */
    lot_nos: z.optional(z.array(filled(32)).check(z.maxLength(200))),
  }),
  answer: z.strictObject({
    ...listOf(seen_lot).shape,
    /** Whether the analysis application is connected. */
    connected: z.boolean(),
  }),
  example: { scene_id: 'scene-1' },
})

export const camera_reference_calls = {
  list_references,
  take_reference,
  check_scene,
  accept_moved,
  lot_states,
}
