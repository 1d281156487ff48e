/**
 * What-if: replays recorded looks of the analysis application under other parameters before they are saved
 * (ours; docs/what-if.md).
 */
import * as z from 'zod/mini'
import { admins, defineCall } from '../core/call.ts'
import { event_type } from '../core/codes.ts'
import { lines, nothing, openCoded, stamp, stampOrEmpty, text, whole } from '../core/fields.ts'
import { alg_param } from '../params/params.ts'

/** How long recorded looks are kept, and how much of the disk they may use, including pictures. */
export const recording_limits = { days: 7, bytes: 2_000_000_000, disk_share: 0.05 } as const
/** Maximum number of differences that a replay lists; it counts all of them. */
export const max_replay_differences = 60

/**
 * What the wanted run is based on. `recorded`: what the camera had learned at each look. `factory`: nothing
 * at the first look, and whatever is learned from then on, as with a new camera.
 */
export const replay_calibrations = ['recorded', 'factory'] as const
export type ReplayCalibration = (typeof replay_calibrations)[number]

export const replay_states = ['running', 'done', 'failed', 'stopped'] as const
/** `gone`: reported only under the current parameters. `new`: only under the other parameters. */
export const replay_changes = ['gone', 'new', 'different'] as const
/**
 * What happens to an event: sent automatically, sent and also listed for a check, waiting for a check, or not
 * sent because it is below `auto_upload_th` or in free time.
 */
export const replay_outcomes = ['sent', 'listed', 'waits', 'skipped', 'free'] as const

const both = <Value extends z.ZodMiniType>(value: Value) => z.strictObject({ present: value, wanted: value })
const counts = z.strictObject({
  initial_entry: z.int(),
  entry: z.int(),
  update: z.int(),
  exit: z.int(),
  /** What happens to these events. */
  sent: z.int(),
  listed: z.int(),
  waits: z.int(),
  skipped: z.int(),
  free: z.int(),
})
const decision = z.strictObject({
  event_type: openCoded(event_type),
  time_str: stamp(),
  plate_number: text(32),
  confidence: z.number(),
  fate: z.enum(replay_outcomes),
})

export const get_replay = defineCall({
  path: '/api/parking/get_replay',
  roles: admins,
  effect: 'read',
  silent: true,
  summary: 'Which looks are recorded, and the last replay with its result, which grows while it runs.',
  body: nothing,
  answer: z.strictObject({
    /** Whether this device has a program that can replay. */
    available: z.boolean(),
    /** The calibrations it can replay with; empty until it has answered, a moment after the first call. */
    calibrations: z.array(z.enum(replay_calibrations)),
    recorded: z.strictObject({
      from_str: stampOrEmpty(),
      to_str: stampOrEmpty(),
      /** The longest time recorded for a single camera, in seconds: less than the span if there are gaps. */
      seconds: z.int(),
      looks: z.int(),
      cameras: z.int(),
      bytes: z.int(),
    }),
    run: z.nullable(
      z.strictObject({
        state: z.enum(replay_states),
        time_str: stamp(),
        by: text(64),
        /** The time span that is replayed. */
        from_str: stampOrEmpty(),
        to_str: stampOrEmpty(),
        /** Number of recordings replayed, and in total. */
        done: z.int(),
        total: z.int(),
        looks: z.int(),
        cameras: z.int(),
        /** Why it failed, in the words of the program. */
        said: lines(600),
        /** Number of recordings that could not be read: of another version, or damaged. */
        unread: z.int(),
        /** The parameters that were replayed, as far as they differ from the current ones. */
        changes: z.array(z.strictObject({ field: text(64), present: z.unknown(), wanted: z.unknown() })),
        /** Changed fields that affect what is detected; recorded looks cannot show their effect. */
        not_replayed: z.array(text(64)),
        /** What the wanted decisions were based on. */
        calibration: z.enum(replay_calibrations),
        /** Number of recorded decisions, and how many of them were reproduced exactly. */
        recorded: z.int(),
        reproduced: z.int(),
        counts: both(counts),
        /** Number of all differences; the list has only the first. */
        different: z.int(),
        differences: z.array(
          z.strictObject({
            change: z.enum(replay_changes),
            camera_name: text(64),
            lot_no: text(32),
            present: z.nullable(decision),
            wanted: z.nullable(decision),
            /** The event that was reported at the time; empty if there was none, or it was deleted. */
            uuid: text(36),
            /** Empty if no picture was kept. */
            picture: text(2000),
            /** When the picture was taken, which may differ by some seconds. */
            picture_str: stampOrEmpty(),
            /** The lot as it is drawn now, in shares of the picture (0 to 1). */
            polygon: z.array(z.tuple([z.number(), z.number()])),
          }),
        ),
      }),
    ),
  }),
  example: {},
  ours: true,
})

export const begin_replay = defineCall({
  path: '/api/parking/begin_replay',
  roles: admins,
  effect: 'write',
  audit: 'none',
  summary:
    'Decide the recorded looks again, under the current parameters with these changes, also under ' +
    'another calibration of the cameras, and compare. ' +
    'Nothing is saved. One replay at a time; another one replaces the last.',
  body: z.strictObject({
    changes: z.partial(alg_param),
    /** 1000 if the program does not support it. `recorded` by default. */
    calibration: z.optional(z.enum(replay_calibrations)),
    /** How far back from the newest look, in hours. */
    hours: whole(1, recording_limits.days * 24),
  }),
  answer: nothing,
  example: { changes: { event_th: 0.6 }, hours: 24 },
  ours: true,
})

export const stop_replay = defineCall({
  path: '/api/parking/stop_replay',
  roles: admins,
  effect: 'write',
  audit: 'none',
  summary: 'Stop the running replay.',
  body: nothing,
  answer: nothing,
  example: {},
  ours: true,
})

export const replay_calls = { get_replay, begin_replay, stop_replay }
