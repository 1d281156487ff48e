/** Area `camera`: cameras, their pictures, scenes and lots (spec §3, §4, §7). Long because cameras, scenes and lots are one area, and its shapes stand beside its calls (DESIGN §3). */
import * as z from 'zod/mini'
import { defineCall, everyone, workers } from '../core/call.ts'
import {
  camera_state,
  camera_step,
  camera_type,
  difficult,
  direction,
  failure_reason,
  lot_posture,
  lot_type,
  picture_health,
  scene_type,
  type CameraStep,
} from '../core/codes.ts'
import {
  coded,
  decimal,
  filled,
  host,
  listOf,
  nothing,
  paging,
  port,
  rule,
  secret,
  stampOrEmpty,
  text,
  urlOrEmpty,
  whole,
} from '../core/fields.ts'
import { motorCellsIssue, polygonIssue } from '../core/rules.ts'

export const camera = z.strictObject({
  camera_sn: text(64),
  camera_name: text(64),
  ipv4: text(253),
  /** 0 for a camera without ONVIF. */
  onvif_port: whole(0, 65535),
  username: text(64),
  password: z.literal(''),
  password_set: z.boolean(),
  onvif_supported: z.boolean(),
  ptz_supported: z.boolean(),
  camera_type: coded(camera_type),
  /** Pixels of the main stream; 0 until measured. */
  width: whole(0, 16_384),
  height: whole(0, 16_384),
  stream_url_main: text(500),
  stream_url_sub: text(500),
  frame_url: text(500),
  /** kbit/s; 0 until measured. */
  bit_rate: whole(0, 1_000_000, 'kbit/s'),
  frame_rate: decimal(0, 240, 'fps'),
  /** What the main stream is encoded with, as `H.264`; empty until measured; ours. */
  codec: z.optional(text(32)),
  model: text(100),
  state: coded(camera_state),
  /** Why the state is not online: the step that failed, or empty; ours. */
  state_reason: z.union([z.enum(camera_step), z.literal('')]),
  /** What is wrong with the pictures of a camera that is online, or empty; ours. */
  picture_health: z.optional(z.union([z.enum(picture_health), z.literal('')])),
  /** When the state was last looked at; ours. */
  state_time_str: stampOrEmpty(),
  /** Scenes and lots that hang on it; ours. */
  scene_num: z.int(),
  lot_num: z.int(),
  /** The last picture, where there is one: a signed address of this device; ours. */
  snapshot: text(500),
})

/** Corners from 0 to 1 of the picture, x to the right and y downwards. */
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
  /** Size of the picture on which the lots were drawn, in pixels. */
  ref_width: whole(1, 16_384),
  ref_height: whole(1, 16_384),
  lots: z.array(lot).check(z.maxLength(200)),
  /** Marks that do not move, for noticing that the camera did (docs/decisions/0003). */
  feature: z.optional(z.array(polygon).check(z.maxLength(8))),
  /** The part of the picture that is looked at (docs/decisions/0003). */
  focus: z.optional(z.nullable(polygon)),
}

export const scene = z.strictObject({
  ...scene_fields,
  scene_id: filled(64),
  camera_name: text(64),
  lot_num: z.int(),
  /** The picture on which the lots were drawn: a signed address of this device, or empty. */
  ref_snapshot: text(500),
  /** The camera has moved since the lots were drawn, and nobody has put them right; ours. */
  moved: z.optional(z.boolean()),
  update_time_str: stampOrEmpty(),
})

const onvif_account_fields = { ipv4: host(), onvif_port: port(), username: text(64), password: secret(128) }
const onvif_fields = { camera_name: filled(64), ...onvif_account_fields }
const common_source_fields = {
  username: text(64),
  password: secret(128),
  stream_url_main: urlOrEmpty('rtsp', 'rtsps', 'http', 'https'),
  stream_url_sub: urlOrEmpty('rtsp', 'rtsps', 'http', 'https'),
  frame_url: urlOrEmpty('http', 'https'),
}
const common_fields = { camera_name: filled(64), ...common_source_fields }
const one = z.strictObject({ camera_sn: filled(64) })

/** What a camera says of itself: what measuring it again may change. */
export const measured_fields = [
  'model',
  'width',
  'height',
  'frame_rate',
  'bit_rate',
  'ptz_supported',
  'stream_url_main',
  'stream_url_sub',
  'frame_url',
] as const

export const onvif_form = z.strictObject(onvif_fields)
/** Where a camera is and how to sign in: what a try needs, before there is a name. */
export const onvif_account = z.strictObject(onvif_account_fields)
export const common_source = z.strictObject(common_source_fields)
/** The name that a person gives a camera, and the sign-in that several cameras share. */
export const camera_naming = z.strictObject({ camera_name: filled(64) })
export const camera_signin = z.strictObject({
  username: onvif_account_fields.username,
  password: onvif_account_fields.password,
})
export const common_form = z.strictObject(common_fields)

export const camera_state_call = defineCall({
  path: '/api/camera/camera_state',
  roles: everyone,
  effect: 'read',
  summary: 'How many cameras are online, offline and in error.',
  body: nothing,
  answer: z.strictObject({ online: z.int(), offline: z.int(), error: z.int() }),
  example: {},
})

export const list_cameras = defineCall({
  path: '/api/camera/list_cameras',
  roles: everyone,
  effect: 'read',
  summary: 'The cameras, by name.',
  body: z.strictObject({ ...paging, state: z.optional(coded(camera_state)), text: z.optional(text(64)) }),
  answer: listOf(camera),
  example: { page: 1, page_size: 50 },
})

export const add_onvif_camera = defineCall({
  path: '/api/camera/add_onvif_camera',
  roles: workers,
  effect: 'write',
  summary:
    'Add a camera by its ONVIF address. Signs in and measures it first; 5000 when it is here already, 7000 with the step that failed.',
  body: onvif_form,
  answer: camera,
  example: {
    camera_name: '东门 1',
    ipv4: '192.0.2.31',
    onvif_port: 80,
    username: 'admin',
    password: 'Street#2026',
  },
})

export const add_common_camera = defineCall({
  path: '/api/camera/add_common_camera',
  roles: workers,
  effect: 'write',
  summary: 'Add a camera by its stream or picture address.',
  body: common_form,
  answer: camera,
  example: {
    camera_name: '西门 1',
    username: '',
    password: '',
    stream_url_main: 'rtsp://192.0.2.32/main',
    stream_url_sub: '',
    frame_url: 'http://192.0.2.32/snapshot.jpg',
  },
})

export const update_onvif_camera = defineCall({
  path: '/api/camera/update_onvif_camera',
  roles: workers,
  effect: 'write',
  summary: 'Change a camera that was added by ONVIF. An empty password keeps the old one.',
  body: z.strictObject({ camera_sn: filled(64), ...onvif_fields }),
  answer: camera,
  example: {
    camera_sn: 'SIM-0001',
    camera_name: '东门 1',
    ipv4: '192.0.2.31',
    onvif_port: 80,
    username: 'admin',
    password: '',
  },
})

export const update_common_camera = defineCall({
  path: '/api/camera/update_common_camera',
  roles: workers,
  effect: 'write',
  summary: 'Change a camera that was added by its address. An empty password keeps the old one.',
  body: z.strictObject({ camera_sn: filled(64), ...common_fields }),
  answer: camera,
  example: {
    camera_sn: 'common-1',
    camera_name: '西门 1',
    username: '',
    password: '',
    stream_url_main: '',
    stream_url_sub: '',
    frame_url: 'http://192.0.2.32/snapshot.jpg',
  },
})

/** With `camera_sn` an added camera is tried, and an empty password is the stored one. `watch` names the try for `camera_try_steps`. */
const tried_fields = { camera_sn: z.optional(filled(64)), watch: z.optional(filled(64)) }

/** What a camera said of itself when it was tried. Nothing of it is kept. */
export const tried = z.strictObject({
  /** Empty for a camera without ONVIF: it gets one when it is added. */
  camera_sn: text(64),
  model: text(100),
  camera_type: coded(camera_type),
  ptz_supported: z.boolean(),
  width: whole(0, 16_384),
  height: whole(0, 16_384),
  bit_rate: whole(0, 1_000_000, 'kbit/s'),
  frame_rate: decimal(0, 240, 'fps'),
  codec: z.optional(text(32)),
  stream_url_main: text(500),
  stream_url_sub: text(500),
  frame_url: text(500),
  /** The camera's clock minus ours; null where it does not say. */
  clock_offset_ms: z.nullable(z.int()),
  /** The picture as a `data:` address, for it is nowhere on this device; empty where the camera has a stream alone. */
  picture: z.string(),
  passed: z.array(z.enum(camera_step)),
})

export const discover_cameras = defineCall({
  path: '/api/camera/discover_cameras',
  roles: workers,
  effect: 'read',
  slow: true,
  summary:
    'Ask the networks of this device for ONVIF cameras (WS-Discovery). Takes up to 3 s; an empty list where nobody answers.',
  body: nothing,
  answer: z.strictObject({
    list: z.array(
      z.strictObject({
        /** The same at every search: the camera's own name for itself. */
        endpoint: text(200),
        ipv4: text(253),
        onvif_port: whole(1, 65535),
        name: text(64),
        model: text(100),
        location: text(64),
        /** Added already. */
        known: z.boolean(),
      }),
    ),
    took_ms: z.int(),
  }),
  example: {},
  ours: true,
})

export const try_onvif_camera = defineCall({
  path: '/api/camera/try_onvif_camera',
  roles: workers,
  effect: 'read',
  summary:
    'Sign in to a camera by ONVIF, measure it and take a picture, and keep nothing. 7000 with the step that failed.',
  body: z.strictObject({ ...tried_fields, ...onvif_account_fields }),
  answer: tried,
  example: { ipv4: '192.0.2.31', onvif_port: 80, username: 'admin', password: 'Street#2026' },
  ours: true,
})

export const try_common_camera = defineCall({
  path: '/api/camera/try_common_camera',
  roles: workers,
  effect: 'read',
  summary:
    'Take a picture from a picture address, open the stream where the device has ffmpeg, and keep nothing. 7000 with the step that failed.',
  body: z.strictObject({ ...tried_fields, ...common_source_fields }),
  answer: tried,
  example: {
    username: '',
    password: '',
    stream_url_main: '',
    stream_url_sub: '',
    frame_url: 'http://192.0.2.32/snapshot.jpg',
  },
  ours: true,
})

export const camera_try_steps = defineCall({
  path: '/api/camera/camera_try_steps',
  roles: workers,
  effect: 'read',
  summary: 'Which steps a try of the caller has passed so far; empty for one that has ended.',
  body: z.strictObject({ watch: filled(64) }),
  answer: z.strictObject({ passed: z.array(z.enum(camera_step)) }),
  example: { watch: 'a1b2c3' },
  ours: true,
})

export const delete_camera = defineCall({
  path: '/api/camera/delete_camera',
  roles: workers,
  effect: 'write',
  summary: 'Delete a camera with its scenes and lots. Its events stay.',
  body: one,
  answer: nothing,
  example: { camera_sn: 'SIM-0001' },
})

export const reboot_onvif_camera = defineCall({
  path: '/api/camera/reboot_onvif_camera',
  roles: workers,
  effect: 'write',
  summary: 'Restart a camera.',
  body: one,
  answer: nothing,
  example: { camera_sn: 'SIM-0001' },
})

export const sync_onvif_camera = defineCall({
  path: '/api/camera/sync_onvif_camera',
  roles: workers,
  effect: 'write',
  summary: 'Measure cameras again, each with its own outcome ("batch update" of spec §8).',
  body: z.strictObject({ list: z.array(filled(64)).check(z.minLength(1), z.maxLength(256)) }),
  answer: z.strictObject({
    list: z.array(
      z.strictObject({
        camera_sn: filled(64),
        code: z.int(),
        message: z.string(),
        /** Where it failed, and the reason that the console has words for; ours. */
        step: z.optional(z.enum(camera_step)),
        reason: z.optional(z.enum(failure_reason)),
        /** What the camera says now that it did not say before; ours. */
        changes: z.optional(
          z.array(z.strictObject({ field: z.enum(measured_fields), before: z.string(), after: z.string() })),
        ),
      }),
    ),
  }),
  example: { list: ['SIM-0001', 'SIM-0002'] },
})

export const snapshot = defineCall({
  path: '/api/camera/snapshot',
  roles: everyone,
  effect: 'read',
  summary: 'Take a picture now. Answers its signed address, size in pixels and moment.',
  body: one,
  answer: z.strictObject({
    snapshot: filled(500),
    width: z.int(),
    height: z.int(),
    time_str: stampOrEmpty(),
  }),
  example: { camera_sn: 'SIM-0001' },
})

export const add_update_scene = defineCall({
  path: '/api/camera/add_update_scene',
  roles: workers,
  effect: 'write',
  summary:
    'Save a scene with its lots: a new one without `scene_id`. 5000 when a lot number is taken elsewhere on the device.',
  body: z.strictObject({
    scene_id: z.optional(filled(64)),
    ...scene_fields,
    /** True where the lots were drawn on the reference as it is, false on the camera's last picture, which becomes it; ours. */
    keep_reference: z.optional(z.boolean()),
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
  summary: 'Delete a scene with its lots.',
  body: z.strictObject({ scene_id: filled(64) }),
  answer: nothing,
  example: { scene_id: 'scene-1' },
})

export const get_all_lots_no = defineCall({
  path: '/api/camera/get_all_lots_no',
  roles: everyone,
  effect: 'read',
  summary: 'Every lot number of the device and where it is.',
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

/** How a camera can be looked at: its stream as video, its pictures one after the other, or not at all. */
export const live_kind = ['video', 'pictures', 'none'] as const
/** Why it is not video: no ffmpeg on the box, no RTSP address, or as many videos as the box can have. */
export const live_reason = ['', 'no_ffmpeg', 'no_stream', 'busy'] as const

export const live_view = defineCall({
  path: '/api/camera/live_view',
  roles: everyone,
  effect: 'write',
  ours: true,
  summary:
    'How a camera can be looked at live, and the signed address of its WebSocket, good for a minute. `pictures`: whether pictures are there to fall back on.',
  body: one,
  answer: z.strictObject({
    kind: z.enum(live_kind),
    reason: z.enum(live_reason),
    pictures: z.boolean(),
    url: text(1_000),
  }),
  example: { camera_sn: 'SIM-0001' },
})

/** What the WebSocket of the live view says in text; binary messages are an opening and fragments of MP4, or a JPEG each. */
export type LiveMessage =
  | { kind: 'video'; codec: string }
  | { kind: 'pictures' }
  | { kind: 'trouble'; step: CameraStep }
  | { kind: 'busy' }

export const camera_calls = {
  camera_state: camera_state_call,
  list_cameras,
  delete_camera,
  add_onvif_camera,
  add_common_camera,
  update_onvif_camera,
  update_common_camera,
  discover_cameras,
  try_onvif_camera,
  try_common_camera,
  camera_try_steps,
  reboot_onvif_camera,
  sync_onvif_camera,
  add_update_scene,
  delete_scene,
  get_scenes,
  snapshot,
  get_all_lots_no,
  live_view,
}
