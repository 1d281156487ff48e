/**
 * Cameras: their fields, and the calls that add, change, measure and delete them (spec §3, §7). Long because
 * each call is listed with its body and its answer.
 */
import * as z from 'zod/mini'
import { defineCall, everyone, viewers, workers } from '../core/call.ts'
import { camera_state, camera_step, camera_type, failure_reason, picture_health } from '../core/codes.ts'
import {
  coded,
  decimal,
  filled,
  host,
  listOf,
  nothing,
  paging,
  port,
  secret,
  stampOrEmpty,
  text,
  urlOrEmpty,
  whole,
} from '../core/fields.ts'
import { camera_finding, stills_reason } from './findings.ts'
import { serverTrust, serverTrustTyped } from '../core/server-trust.ts'

/** What a camera reports about itself and a new measurement may change. */
export const measured_fields = [
  'model',
  'width',
  'height',
  'frame_rate',
  'bit_rate',
  'codec',
  'codec_sub',
  'ptz_supported',
  'stream_url_main',
  'stream_url_sub',
  'frame_url',
] as const

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
  /** The codec of the main stream, such as `H.264`; empty until measured; ours. */
  codec: z.optional(text(32)),
  /** The codec of the sub stream; ours. */
  codec_sub: z.optional(text(32)),
  model: text(100),
  state: coded(camera_state),
  /** Why the state is not online: the step that failed, or empty; ours. */
  state_reason: z.union([z.enum(camera_step), z.literal('')]),
  /** What is wrong with the pictures of a camera that is online, or empty; ours. */
  picture_health: z.optional(z.union([z.enum(picture_health), z.literal('')])),
  /** When the state was last checked; ours. */
  state_time_str: stampOrEmpty(),
  /** The number of scenes and lots of the camera; ours. */
  scene_num: z.int(),
  lot_num: z.int(),
  /** The signed address of the last picture, or empty; ours. */
  snapshot: text(500),
  /** What its encrypted connections are verified against (core/server-trust.ts); ours. */
  server_trust: z.optional(serverTrust()),
  /** Its video source on its device: a lens, or a channel of a recorder. Empty until measured; ours. */
  source_token: z.optional(text(64)),
  /** The serial number that its device reports, which several cameras may share; ours. */
  serial: z.optional(text(64)),
  /** True if a user typed the addresses of its streams in place of the reported ones; ours. */
  urls_typed: z.optional(z.boolean()),
  /** Why its pictures come from the stream, or empty; ours. */
  stills: z.optional(z.union([z.enum(stills_reason), z.literal('')])),
  /** What the device noticed about it; ours. */
  findings: z.optional(
    z.array(
      z.strictObject({
        finding: z.enum(camera_finding),
        /** The value that changed. */
        field: z.optional(z.enum(measured_fields)),
        /** The stored value, and what was found: a value, an address, or the name of another camera. */
        before: text(500),
        said: text(500),
      }),
    ),
  ),
})

export const onvif_account_fields = {
  ipv4: host(),
  onvif_port: port(),
  username: text(64),
  password: secret(128),
  ...serverTrustTyped(),
}
/** A lens or a channel of a device with several; without it the first one. */
const source_field = { source_token: z.optional(text(64)) }
/**
 * Addresses in place of those that the camera reports, if they do not lead to it, such as behind a router.
 * Empty: as the camera reports them. Absent: as they were.
 */
const typed_url_fields = {
  stream_url_main: z.optional(urlOrEmpty('rtsp', 'rtsps', 'http', 'https')),
  stream_url_sub: z.optional(urlOrEmpty('rtsp', 'rtsps', 'http', 'https')),
}
/** The path of the device service, as discovery found it. By default the usual paths are tried. */
const service_path_field = { service_path: z.optional(text(200)) }
export const onvif_way_fields = { ...source_field, ...typed_url_fields, ...service_path_field }
const onvif_fields = { camera_name: filled(64), ...onvif_account_fields, ...onvif_way_fields }
export const common_source_fields = {
  username: text(64),
  password: secret(128),
  stream_url_main: urlOrEmpty('rtsp', 'rtsps', 'http', 'https'),
  stream_url_sub: urlOrEmpty('rtsp', 'rtsps', 'http', 'https'),
  frame_url: urlOrEmpty('http', 'https'),
  ...serverTrustTyped(),
}
const common_fields = { camera_name: filled(64), ...common_source_fields }
const one_camera = z.strictObject({ camera_sn: filled(64) })

/** A form always includes the trust, so that it can be cleared. */
const named_trust = { server_trust: serverTrust() }
export const onvif_form = z.strictObject(onvif_fields)
export const onvif_edit = z.strictObject({ ...onvif_fields, ...named_trust })
/** Address and credentials: what a connection attempt needs before the camera has a name. */
export const onvif_account = z.strictObject({
  ...onvif_account_fields,
  ...onvif_way_fields,
  ...named_trust,
})
export const common_source = z.strictObject({ ...common_source_fields, ...named_trust })
/** The name that the user gives a camera, and the credentials that several cameras share. */
export const camera_naming = z.strictObject({ camera_name: filled(64) })
export const camera_signin = z.strictObject({
  username: onvif_account_fields.username,
  password: onvif_account_fields.password,
})
export const common_form = z.strictObject(common_fields)
export const common_edit = z.strictObject({ ...common_fields, ...named_trust })

export const camera_state_call = defineCall({
  path: '/api/camera/camera_state',
  roles: viewers,
  effect: 'read',
  summary: 'The number of cameras that are online, offline and in error.',
  body: nothing,
  answer: z.strictObject({ online: z.int(), offline: z.int(), error: z.int() }),
  example: {},
})

export const list_cameras = defineCall({
  path: '/api/camera/list_cameras',
  roles: viewers,
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
  audit: 'changes',
  summary:
    'Add a camera by its ONVIF address. The device signs in and measures it first; 5000 if the camera ' +
    'was added before, 7000 with the step that failed.',
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
  audit: 'changes',
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
  audit: 'changes',
  summary: 'Change a camera that was added by ONVIF. An empty password keeps the stored one.',
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
  audit: 'changes',
  summary: 'Change a camera that was added by its address. An empty password keeps the stored one.',
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

export const delete_camera = defineCall({
  path: '/api/camera/delete_camera',
  roles: workers,
  effect: 'write',
  audit: 'changes',
  summary: 'Delete a camera with its scenes and lots. Its events are kept.',
  body: one_camera,
  answer: nothing,
  example: { camera_sn: 'SIM-0001' },
})

export const reboot_onvif_camera = defineCall({
  path: '/api/camera/reboot_onvif_camera',
  roles: workers,
  effect: 'write',
  summary: 'Restart a camera.',
  body: one_camera,
  answer: nothing,
  example: { camera_sn: 'SIM-0001' },
})

export const sync_onvif_camera = defineCall({
  path: '/api/camera/sync_onvif_camera',
  roles: workers,
  effect: 'write',
  summary: 'Measure cameras again, each with its own result ("batch update" of spec §8).',
  body: z.strictObject({ list: z.array(filled(64)).check(z.minLength(1), z.maxLength(256)) }),
  answer: z.strictObject({
    list: z.array(
      z.strictObject({
        camera_sn: filled(64),
        code: z.int(),
        message: z.string(),
        /** The step that failed, and the reason, for which the console has a sentence; ours. */
        step: z.optional(z.enum(camera_step)),
        reason: z.optional(z.enum(failure_reason)),
        /** The values that differ from before; ours. */
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
  summary: 'Take a picture now. Returns its signed address, its size in pixels and the time.',
  body: one_camera,
  answer: z.strictObject({
    snapshot: filled(500),
    width: z.int(),
    height: z.int(),
    time_str: stampOrEmpty(),
  }),
  example: { camera_sn: 'SIM-0001' },
})

export const camera_calls = {
  camera_state: camera_state_call,
  list_cameras,
  delete_camera,
  add_onvif_camera,
  add_common_camera,
  update_onvif_camera,
  update_common_camera,
  reboot_onvif_camera,
  sync_onvif_camera,
  snapshot,
}
