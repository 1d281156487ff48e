/**
 * Ours: all changing data of the first page in one answer: each camera with its last picture, each lot with
 * its state and its stay. Static data (outlines) comes from `get_scenes`.
 */
import * as z from 'zod/mini'
import { alarm_kinds, alarm_severities } from '../alarm/alarm.ts'
import { defineCall, viewers } from '../core/call.ts'
import { camera_state, camera_step, picture_health } from '../core/codes.ts'
import { coded, filled, nothing, text } from '../core/fields.ts'

/** unseen takes precedence over doubtful, which takes precedence over the other two. */
export const wall_lot_states = ['free', 'occupied', 'doubtful', 'unseen'] as const
export type WallLotState = (typeof wall_lot_states)[number]

/**
 * Why a lot is unseen (the application is not connected, the camera is not online, the scene is disabled, the
 * application does not report the lot) or doubtful (an event of the stay waits for a check, a vehicle without
 * an entry, a stay without a vehicle, the camera has moved); the first reason that applies.
 */
export const wall_unseen = ['application', 'camera', 'disabled', 'not_reported'] as const
export const wall_doubts = ['to_check', 'no_entry', 'no_exit', 'moved'] as const
export type WallWhy = (typeof wall_unseen)[number] | (typeof wall_doubts)[number] | ''

/**
 * How long report and stay may disagree before the lot becomes doubtful: an event takes a while to arrive.
 */
export const wall_disagree_ms = 120_000

/** The times are milliseconds since 1970, 0 if unknown. */
export const wall_camera = z.strictObject({
  camera_sn: filled(64),
  camera_name: text(64),
  state: coded(camera_state),
  state_reason: z.union([z.enum(camera_step), z.literal('')]),
  picture_health: z.union([z.enum(picture_health), z.literal('')]),
  /** The signed address of the last picture, or empty, and when it was taken. */
  picture: text(500),
  picture_ms: z.int(),
  /** Pixels; 0 until measured. */
  width: z.int(),
  height: z.int(),
  /** Since when it has been in its state. */
  state_ms: z.int(),
  ptz_supported: z.boolean(),
  /** The open alarms about this camera. */
  alarms: z.array(
    z.strictObject({ kind: z.enum(alarm_kinds), severity: z.enum(alarm_severities), since_ms: z.int() }),
  ),
})
export type WallCamera = z.output<typeof wall_camera>

export const wall_lot = z.strictObject({
  lot_no: filled(32),
  scene_id: filled(64),
  camera_sn: filled(64),
  parking_no: text(64),
  state: z.enum(wall_lot_states),
  why: z.union([z.enum(wall_unseen), z.enum(wall_doubts), z.literal('')]),
  /**
   * When the newest open stay began; if there is none and no vehicle is reported, when the last stay ended.
   */
  since_ms: z.int(),
  /** Number of open stays; a motorcycle lot may have several. */
  vehicles: z.int(),
  /**
   * The plate of the newest open stay: the checked plate, else the recognised one; empty if it was not read.
   */
  plate_number: text(32),
  plate_color: text(32),
  /** The entry event of that stay, or empty. */
  uuid: text(36),
})
export type WallLot = z.output<typeof wall_lot>

const camera_wall = defineCall({
  path: '/api/camera/camera_wall',
  roles: viewers,
  effect: 'read',
  ours: true,
  summary:
    'The street at this moment: every camera by name with its last picture and its alarms, every lot with ' +
    'its state and its stay.',
  body: nothing,
  answer: z.strictObject({
    /** The device's clock, so that a page can show durations. */
    time_ms: z.int(),
    /** Whether the analysis application is connected. */
    connected: z.boolean(),
    /** How many calls of the first setup (PARKING_PROVISION) are still to be made. */
    setup_calls_left: z.int(),
    /** Changes with every change of cameras, scenes or lots. */
    layout: filled(64),
    /** The uuid of the newest entry or exit (types 0, 1 and 3) by its arrival, or empty. */
    newest: text(36),
    /** Number of events that wait for a check. */
    to_check: z.int(),
    cameras: z.array(wall_camera),
    /** In the order of camera name, scene and position. */
    lots: z.array(wall_lot),
  }),
  example: {},
})

export const dashboard_calls = { camera_wall }
