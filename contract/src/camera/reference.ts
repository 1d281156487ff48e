/** Area `camera`, beyond the spec: the pictures on which lots were drawn, whether the camera still stands as it did, and what is seen of each lot now. */
import * as z from 'zod/mini'
import { defineCall, everyone, workers } from '../core/call.ts'
import { polygon, scene } from './scene.ts'
import { decimal, filled, listOf, stampOrEmpty, text, whole } from '../core/fields.ts'

/** Why a picture became the reference: lots were drawn on it, somebody took it anew, or moved lots were accepted on it. */
export const reference_causes = ['drawn', 'taken', 'accepted'] as const
/** What comparing says: nobody has compared yet, the camera stands where it stood, it has moved, or it cannot be told. */
export const check_result = ['unchecked', 'same', 'moved', 'unclear'] as const
/** Why it cannot be told: no reference, camera away, no light, frozen picture, nothing to be seen (covered, fog), another place or too much in the way. */
export const check_reason = ['', 'no_reference', 'offline', 'dark', 'frozen', 'blank', 'another'] as const
export type CheckReason = (typeof check_reason)[number]
/** So many references of a scene are kept, the current one among them. */
export const max_references = 12

/** The `comment` of an event (spec §3) whose scene was marked as moved when it came. */
export const camera_moved_comment = 'camera_moved'

const one_scene = z.strictObject({ scene_id: filled(64) })
const picture = { picture: text(500), width: whole(1, 16_384), height: whole(1, 16_384) }

export const reference = z.strictObject({
  reference_id: z.int(),
  time_str: stampOrEmpty(),
  why: z.enum(reference_causes),
  ...picture,
  bytes: whole(0, 100_000_000),
  /** The one that the lots lie on now. */
  current: z.boolean(),
})

/** Lots as they would lie on the new picture. What lies outside it is cut off; of a lot that is mostly outside there is no outline. */
const moved_lot = z.strictObject({
  lot_no: filled(32),
  polygon: z.union([polygon, z.array(z.never()).check(z.maxLength(0))]),
  /** Share of the lot that is still in the picture. */ inside: decimal(0, 1),
})

export const scene_check = z.strictObject({
  result: z.enum(check_result),
  reason: z.enum(check_reason),
  /** How far the lots have gone, in pixels of the reference: the corner that went furthest. */
  px: decimal(0, 100_000),
  /** 0 to 1: how many witnesses there are in the picture, and how well they are spread. */
  confidence: decimal(0, 1),
  time_str: stampOrEmpty(),
  /** The scene is marked as moved, since then; empty where it is not. */
  moved_time_str: stampOrEmpty(),
  /** What is proposed while the scene is marked. */
  proposal: z.nullable(z.strictObject({ check_id: filled(64), ...picture, lots: z.array(moved_lot) })),
})

const list_references = defineCall({
  path: '/api/camera/list_references',
  roles: everyone,
  effect: 'read',
  ours: true,
  summary:
    'The pictures on which the lots of a scene lay, the newest first (at most 12), and what the last comparison with the camera said.',
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
    'Take a picture now and make it the reference of a scene, whose lots stay where they are: whoever asks has seen that they are right.',
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
    'Take a picture now and compare it with the reference of a scene: same, moved (with the lots as they would lie now), or unclear.',
  body: one_scene,
  answer: scene_check,
  example: { scene_id: 'scene-1' },
})

const accept_moved = defineCall({
  path: '/api/camera/accept_moved',
  roles: workers,
  effect: 'write',
  ours: true,
  summary:
    'Make the new picture the reference and move these lots as proposed, both or neither. 7000 `scene_changed` when the scene was saved or compared anew meanwhile.',
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
  /** The share of the vehicle that stands on the lot. */
  cover: decimal(0, 1),
  /** When the application last said so. */
  time_str: stampOrEmpty(),
  /** Since when it says the same, milliseconds ago. */
  since_ms: whole(0, 10_000_000_000),
})

const lot_states = defineCall({
  path: '/api/camera/lot_states',
  roles: everyone,
  effect: 'read',
  ours: true,
  summary:
    'What the analysis application sees of each lot of a scene right now. Lots that it has not spoken of are not listed.',
  body: one_scene,
  answer: z.strictObject({
    ...listOf(seen_lot).shape,
    /** The application is connected. */ connected: z.boolean(),
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
