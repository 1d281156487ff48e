/** The clocks around the device (ours): docs/clocks.md. */
import * as z from 'zod/mini'
import { defineCall, everyone, workers } from '../core/call.ts'
import { filled, nothing, stamp, text } from '../core/fields.ts'

export const clock_kinds = ['device', 'ntp', 'platform', 'camera'] as const
/** Each is read by NTP, in an answer of the platform, by the Date header of one, or by ONVIF. */
export const clock_reads = ['ntp', 'body', 'date', 'onvif'] as const
/**
 * agrees: with the others. off: it is wrong. unsure: it and another clock contradict each other, and nothing
 * says which is right. unknown: nothing to compare the device with.
 */
export const clock_verdicts = ['agrees', 'off', 'unsure', 'unknown'] as const

/**
 * Why the device does not set a camera's clock by itself: the camera refused it, or follows a time server of
 * its own.
 */
export const clock_left = ['refused', 'follows_ntp'] as const

export const get_clocks = defineCall({
  path: '/api/device/get_clocks',
  roles: everyone,
  effect: 'read',
  summary: 'The clocks of device, time server, platform and cameras, compared, and which of them is wrong.',
  body: nothing,
  answer: z.strictObject({
    /** The device first. */
    list: z.array(
      z.strictObject({
        kind: z.enum(clock_kinds),
        /** A camera_sn; empty for the others. */
        id: text(64),
        /** Of a camera, or the address of the time server. */
        name: text(300),
        state: z.enum(clock_verdicts),
        /** This clock minus the device's in ms, and how far that may be wrong; null for the device. */
        offset_ms: z.nullable(z.int()),
        error_ms: z.nullable(z.int()),
        /** How far it is ahead of the time that most agree on, where it is off. */
        off_ms: z.int(),
        by: z.nullable(z.enum(clock_reads)),
        measured_str: z.nullable(stamp()),
        /** Of a camera; null where nothing keeps the device from setting it. */
        left: z.nullable(z.enum(clock_left)),
      }),
    ),
    /** Whether the device sets cameras that are a second or more off, once an hour at most. */
    set_cameras: z.boolean(),
  }),
  example: {},
  ours: true,
})

export const set_camera_clock = defineCall({
  path: '/api/camera/set_camera_clock',
  roles: workers,
  effect: 'write',
  slow: true,
  summary: "Set a camera's clock to the time of the device by ONVIF, and measure it again.",
  body: z.strictObject({ camera_sn: filled(64) }),
  /** The camera's clock minus the device's afterwards; null where it could not be measured. */
  answer: z.strictObject({ offset_ms: z.nullable(z.int()), error_ms: z.nullable(z.int()) }),
  example: { camera_sn: 'SIM-0001' },
  ours: true,
})

export const set_clock_rule = defineCall({
  path: '/api/device/set_clock_rule',
  roles: workers,
  effect: 'write',
  summary: 'Whether the device sets the clocks of cameras that are wrong by itself.',
  body: z.strictObject({ set_cameras: z.boolean() }),
  answer: nothing,
  example: { set_cameras: true },
  ours: true,
})

export const clock_calls = { get_clocks, set_camera_clock, set_clock_rule }
