/** Finding a camera on the network, and trying it before it is added or changed (ours, beyond spec §7). */
import * as z from 'zod/mini'
import { defineCall, workers } from '../core/call.ts'
import { camera_step, camera_type } from '../core/codes.ts'
import { coded, decimal, filled, nothing, text, whole } from '../core/fields.ts'
import { stills_reason } from './findings.ts'
import { common_source_fields, onvif_account_fields, onvif_way_fields } from './camera.ts'

/**
 * With `camera_sn`, a camera that has already been added is tried; an empty password then means the stored
 * one, which is sent only to the address it was stored for. A try is audited, because the device sends a
 * password. `watch` identifies the attempt for `camera_try_steps`.
 */
const attempt_fields = { camera_sn: z.optional(filled(64)), watch: z.optional(filled(64)) }

/** What the camera reported. None of it is stored. */
export const camera_report = z.strictObject({
  /** Empty for a camera without ONVIF, which gets its serial number when it is added. */
  camera_sn: text(64),
  model: text(100),
  camera_type: coded(camera_type),
  ptz_supported: z.boolean(),
  width: whole(0, 16_384),
  height: whole(0, 16_384),
  bit_rate: whole(0, 1_000_000, 'kbit/s'),
  frame_rate: decimal(0, 240, 'fps'),
  codec: z.optional(text(32)),
  codec_sub: z.optional(text(32)),
  stream_url_main: text(500),
  stream_url_sub: text(500),
  frame_url: text(500),
  /** The camera's clock minus the device's clock; null if the camera does not report it. */
  clock_offset_ms: z.nullable(z.int()),
  /**
   * The time that the camera's zone makes it show, in its pictures too, minus the local time of the device;
   * null if the camera does not report it.
   */
  picture_clock_offset_ms: z.optional(z.nullable(z.int())),
  /** The picture as a `data:` URL, because it is not stored; empty for a camera that has only a stream. */
  picture: z.string(),
  passed: z.array(z.enum(camera_step)),
  /** The serial number that the device reports; `camera_sn` differs from it if several cameras share it. */
  serial: z.optional(text(64)),
  /** The name of a stored camera at another address with the same serial number, or empty. */
  serial_of: z.optional(text(64)),
  source_token: z.optional(text(64)),
  /** Why the picture comes from the stream, or empty. */
  stills: z.optional(z.union([z.enum(stills_reason), z.literal('')])),
  /** Whether the account may not read make, model and serial number; the rest works without them. */
  details_refused: z.optional(z.boolean()),
  /** The path at which the device service answered. */
  service_path: z.optional(text(200)),
  /** The video sources of a device with several; each is a camera of its own. */
  sources: z.optional(
    z.array(
      z.strictObject({
        source_token: text(64),
        name: text(64),
        width: whole(0, 16_384),
        height: whole(0, 16_384),
        /** A small picture as a `data:` URL; empty if the source gave none. */
        picture: z.string(),
        /** Whether it has been added already. */
        known: z.boolean(),
      }),
    ),
  ),
})

export const discover_cameras = defineCall({
  path: '/api/camera/discover_cameras',
  roles: workers,
  effect: 'read',
  slow: true,
  summary:
    "Search the device's networks for ONVIF cameras (WS-Discovery). Takes up to 3 s; the list is empty " +
    'if no camera answers.',
  body: nothing,
  answer: z.strictObject({
    list: z.array(
      z.strictObject({
        /** The camera's own identifier, the same in every search. */
        endpoint: text(200),
        ipv4: text(253),
        onvif_port: whole(1, 65535),
        name: text(64),
        model: text(100),
        location: text(64),
        /** The path of its device service; empty for the usual one. */
        service_path: z.optional(text(200)),
        /** Whether the camera, with all its video sources, has been added already. */
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
  effect: 'write',
  slow: true,
  summary:
    'Sign in to a camera by ONVIF, measure it and take a picture, without storing anything. 7000 with ' +
    'the step that failed.',
  body: z.strictObject({ ...attempt_fields, ...onvif_account_fields, ...onvif_way_fields }),
  answer: camera_report,
  example: { ipv4: '192.0.2.31', onvif_port: 80, username: 'admin', password: 'Street#2026' },
  ours: true,
})

export const try_common_camera = defineCall({
  path: '/api/camera/try_common_camera',
  roles: workers,
  effect: 'write',
  slow: true,
  summary:
    'Take a picture from a picture address and open the stream if the device has ffmpeg, without ' +
    'storing anything. 7000 with the step that failed.',
  body: z.strictObject({ ...attempt_fields, ...common_source_fields }),
  answer: camera_report,
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
  summary: 'The steps that an attempt of the caller has passed so far; empty for one that has ended.',
  body: z.strictObject({ watch: filled(64) }),
  answer: z.strictObject({ passed: z.array(z.enum(camera_step)) }),
  example: { watch: 'a1b2c3' },
  ours: true,
})

export const camera_try_calls = { discover_cameras, try_onvif_camera, try_common_camera, camera_try_steps }
