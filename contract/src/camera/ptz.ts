/**
 * Moving a camera that has a motor, and its presets (ONVIF PTZ). Ours: if a device lacks these calls, the
 * console hides the controls.
 */
import * as z from 'zod/mini'
import { defineCall, workers } from '../core/call.ts'
import { decimal, filled, nothing, text, whole } from '../core/fields.ts'

const one_camera = { camera_sn: filled(64) }
/** The camera's own identifier of a preset. */
const preset = filled(64)
/** The time in milliseconds after which the move ends, unless the client sends `ptz_hold` first. */
const move_duration = z.strictObject({ for_ms: whole(0, 60_000) })

/** The abilities of the motor, and its presets. */
export const ptz_info = defineCall({
  path: '/api/camera/ptz_info',
  roles: workers,
  effect: 'read',
  ours: true,
  summary:
    "The abilities of a camera's motor, and its presets. 7000 with the reason if it has no motor or " +
    'does not answer.',
  body: z.strictObject(one_camera),
  answer: z.strictObject({
    pan_tilt: z.boolean(),
    zoom: z.boolean(),
    most_presets: whole(0, 65_535),
    presets: z.array(z.strictObject({ preset, name: text(64) })),
    /** True if the camera can move but its list of presets could not be read. */
    presets_failed: z.optional(z.boolean()),
  }),
  example: { camera_sn: 'SIM-0003' },
})

export const ptz_move = defineCall({
  path: '/api/camera/ptz_move',
  roles: workers,
  effect: 'write',
  ours: true,
  summary:
    'Start turning and zooming, each from -1 to 1 of full speed (right, up and closer are positive). The ' +
    'move ends after `for_ms` unless the client sends `ptz_hold`; 6000 while another user turns the ' +
    'camera.',
  body: z.strictObject({ ...one_camera, pan: decimal(-1, 1), tilt: decimal(-1, 1), zoom: decimal(-1, 1) }),
  answer: move_duration,
  example: { camera_sn: 'SIM-0003', pan: 0.5, tilt: 0, zoom: 0 },
})

export const ptz_hold = defineCall({
  path: '/api/camera/ptz_hold',
  roles: workers,
  effect: 'write',
  audit: 'none',
  ours: true,
  summary: "Continue the caller's move. 3000 if it has ended.",
  body: z.strictObject(one_camera),
  answer: move_duration,
  example: { camera_sn: 'SIM-0003' },
})

export const ptz_stop = defineCall({
  path: '/api/camera/ptz_stop',
  roles: workers,
  effect: 'write',
  audit: 'none',
  ours: true,
  summary: 'Stop a move, no matter which user started it.',
  body: z.strictObject(one_camera),
  answer: nothing,
  example: { camera_sn: 'SIM-0003' },
})

export const ptz_goto_preset = defineCall({
  path: '/api/camera/ptz_goto_preset',
  roles: workers,
  effect: 'write',
  ours: true,
  summary: 'Turn to a preset.',
  body: z.strictObject({ ...one_camera, preset }),
  answer: nothing,
  example: { camera_sn: 'SIM-0003', preset: '1' },
})

export const ptz_set_preset = defineCall({
  path: '/api/camera/ptz_set_preset',
  roles: workers,
  effect: 'write',
  ours: true,
  summary: 'Store the current view as a preset; without `preset` as a new one. Returns its identifier.',
  body: z.strictObject({ ...one_camera, preset: z.optional(preset), name: filled(32) }),
  answer: z.strictObject({ preset }),
  example: { camera_sn: 'SIM-0003', name: '东门路口' },
})

export const ptz_remove_preset = defineCall({
  path: '/api/camera/ptz_remove_preset',
  roles: workers,
  effect: 'write',
  ours: true,
  summary: 'Remove a preset.',
  body: z.strictObject({ ...one_camera, preset }),
  answer: nothing,
  example: { camera_sn: 'SIM-0003', preset: '3' },
})

export const camera_ptz_calls = {
  ptz_info,
  ptz_move,
  ptz_hold,
  ptz_stop,
  ptz_goto_preset,
  ptz_set_preset,
  ptz_remove_preset,
}
