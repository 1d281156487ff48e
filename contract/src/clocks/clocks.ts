/** The clocks around the device, compared with each other (ours; docs/clocks.md). */
import * as z from 'zod/mini'
import { defineCall, viewers, workers } from '../core/call.ts'
import { filled, nothing, stamp, text } from '../core/fields.ts'

export const clock_kinds = ['device', 'ntp', 'platform', 'camera'] as const
/** How a clock is read: by NTP, from the body of a platform answer, from its Date header, or by ONVIF. */
export const clock_reads = ['ntp', 'body', 'date', 'onvif'] as const
/**
 * agrees: matches the other clocks. off: is wrong. unsure: contradicts another clock, and nothing shows which
 * of them is right. unknown: there is no other clock to compare the device with.
 */
export const clock_verdicts = ['agrees', 'off', 'unsure', 'unknown'] as const

/** Why the device does not set a camera's clock itself: the camera refused it, or follows a time server. */
export const clock_left = ['refused', 'follows_ntp'] as const

export const get_clocks = defineCall({
  path: '/api/device/get_clocks',
  roles: viewers,
  effect: 'read',
  summary: 'The clocks of device, time server, platform and cameras, compared, and which of them is wrong.',
  body: nothing,
  answer: z.strictObject({
    /** The device first. */
    list: z.array(
      z.strictObject({
        kind: z.enum(clock_kinds),
        /** The camera_sn of a camera; empty for the other clocks. */
        id: text(64),
        /** The name of a camera, or the address of the time server. */
        name: text(300),
        state: z.enum(clock_verdicts),
        /**
         * This clock minus the device's clock in ms, and the uncertainty of that difference; null for the
         * device.
         */
        offset_ms: z.nullable(z.int()),
        error_ms: z.nullable(z.int()),
        /** If the clock is off: how far it is ahead of the time that most clocks agree on. */
        off_ms: z.int(),
        by: z.nullable(z.enum(clock_reads)),
        measured_str: z.nullable(stamp()),
        /** Only for cameras; null if nothing keeps the device from setting its clock. */
        left: z.nullable(z.enum(clock_left)),
      }),
    ),
    /** Whether the device sets the clocks of cameras that are a second or more off, at most once an hour. */
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
  /** The camera's clock minus the device's clock afterwards; null if it could not be measured. */
  answer: z.strictObject({ offset_ms: z.nullable(z.int()), error_ms: z.nullable(z.int()) }),
  example: { camera_sn: 'SIM-0001' },
  ours: true,
})

export const set_clock_rule = defineCall({
  path: '/api/device/set_clock_rule',
  roles: workers,
  effect: 'write',
  summary: 'Set whether the device corrects wrong camera clocks by itself.',
  body: z.strictObject({ set_cameras: z.boolean() }),
  answer: nothing,
  example: { set_cameras: true },
  ours: true,
})

export const clock_calls = { get_clocks, set_camera_clock, set_clock_rule }
