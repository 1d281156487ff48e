/** Scenes: the lots drawn on the picture of a camera (spec §3, §4, §7). */
import * as z from 'zod/mini'
import { defineCall, everyone, workers } from '../core/call.ts'
import { difficult, direction, lot_posture, lot_type, scene_type } from '../core/codes.ts'
import { coded, decimal, filled, listOf, nothing, rule, stampOrEmpty, text, whole } from '../core/fields.ts'
import { motorCellsIssue, polygonIssue } from '../core/rules.ts'

/** Corners as shares of the picture, 0 to 1; x points right, y points down. */
export const polygon = z
  .array(z.tuple([decimal(0, 1), decimal(0, 1)]))
  .check(rule(polygonIssue), z.meta({ format: 'polygon' }))

export const lot = z.strictObject({
  lot_no: filled(32),
  lot_type: coded(lot_type),
  lot_posture: coded(lot_posture),
  /** Motorcycle cells, 1 to 32 (spec §5). */
  motor_num: z.int().check(rule(motorCellsIssue), z.meta({ minimum: 1, maximum: 32 })),
  difficult: coded(difficult),
  polygon,
})

const scene_fields = {
  camera_sn: filled(64),
  scene_type: coded(scene_type),
  enabled: z.boolean(),
  parking_no: filled(64),
  direction: coded(direction),
  /** The size of the picture that the lots were drawn on, in pixels. */
  ref_width: whole(1, 16_384),
  ref_height: whole(1, 16_384),
  lots: z.array(lot).check(z.maxLength(200)),
  /** Fixed marks in the picture, used to detect that the camera has moved (docs/decisions/0003). */
  feature: z.optional(z.array(polygon).check(z.maxLength(8))),
  /** The part of the picture that is analysed (docs/decisions/0003). */
  focus: z.optional(z.nullable(polygon)),
}

export const scene = z.strictObject({
  ...scene_fields,
  scene_id: filled(64),
  camera_name: text(64),
  lot_num: z.int(),
  /** The signed address of the picture that the lots were drawn on, or empty. */
  ref_snapshot: text(500),
  /** The camera has moved since the lots were drawn, and they have not been corrected yet; ours. */
  moved: z.optional(z.boolean()),
  update_time_str: stampOrEmpty(),
  /** Increases with every save of the scene; ours. */
  revision: z.optional(z.int()),
})

export const add_update_scene = defineCall({
  path: '/api/camera/add_update_scene',
  roles: workers,
  effect: 'write',
  audit: 'changes',
  summary:
    'Save a scene with its lots; without `scene_id` it is a new one. 5000 if another scene of the ' +
    'device has the lot number, 7000 `scene_changed` if the scene was saved since `revision`.',
  body: z.strictObject({
    scene_id: z.optional(filled(64)),
    ...scene_fields,
    /**
     * True if the lots were drawn on the current reference; false if they were drawn on the camera's last
     * picture, which becomes the reference; ours.
     */
    keep_reference: z.optional(z.boolean()),
    /**
     * The `revision` that the caller read; the call is refused if another user has saved the scene since.
     * Ours.
     */
    revision: z.optional(z.int()),
  }),
  answer: scene,
  example: {
    camera_sn: 'SIM-0001',
    scene_type: 0,
    enabled: true,
    parking_no: 'P-0755-01',
    direction: 5,
    ref_width: 1920,
    ref_height: 1080,
    lots: [
      {
        lot_no: 'A01',
        lot_type: 1,
        lot_posture: 0,
        motor_num: 1,
        difficult: 0,
        polygon: [
          [0.3, 0.8],
          [0.5, 0.6],
          [0.4, 0.55],
          [0.2, 0.78],
        ],
      },
    ],
  },
})

export const get_scenes = defineCall({
  path: '/api/camera/get_scenes',
  roles: everyone,
  effect: 'read',
  summary: 'The scenes, of one camera or of all.',
  body: z.strictObject({ camera_sn: z.optional(filled(64)) }),
  answer: listOf(scene),
  example: {},
})

export const delete_scene = defineCall({
  path: '/api/camera/delete_scene',
  roles: workers,
  effect: 'write',
  audit: 'changes',
  summary: 'Delete a scene with its lots.',
  body: z.strictObject({ scene_id: filled(64) }),
  answer: nothing,
  example: { scene_id: 'scene-1' },
})

export const get_all_lots_no = defineCall({
  path: '/api/camera/get_all_lots_no',
  roles: everyone,
  effect: 'read',
  summary: 'Every lot number of the device with its scene and its camera.',
  body: nothing,
  answer: listOf(
    z.strictObject({
      lot_no: filled(32),
      scene_id: filled(64),
      parking_no: filled(64),
      camera_sn: filled(64),
      camera_name: text(64),
    }),
  ),
  example: {},
})

export const scene_calls = { add_update_scene, delete_scene, get_scenes, get_all_lots_no }
