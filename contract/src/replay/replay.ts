/**
 * What-if: recorded looks of the analysis application, decided once more under other parameters before they
 * are saved (ours; docs/what-if.md).
 */
import * as z from 'zod/mini'
import { admins, defineCall } from '../core/call.ts'
import { event_type } from '../core/codes.ts'
import { nothing, openCoded, stamp, stampOrEmpty, text, whole } from '../core/fields.ts'
import { alg_param } from '../params/params.ts'

/** Recorded looks are kept so long, and take so much of the disk, pictures included. */
export const recording_limits = { days: 7, bytes: 2_000_000_000, disk_share: 0.05 } as const
/** A replay lists so many differences at most; it counts all of them. */
export const max_replay_differences = 60

/**
 * What the wanted run is judged by. `recorded`: what the camera had learned at each look. `factory`: nothing
 * at the first look, and what is learned from there on, as with a new camera.
 */
export const replay_calibrations = ['recorded', 'factory'] as const
export type ReplayCalibration = (typeof replay_calibrations)[number]

export const replay_states = ['running', 'done', 'failed', 'stopped'] as const
/** `gone`: reported under the present parameters only. `new`: under the other ones only. */
export const replay_changes = ['gone', 'new', 'different'] as const
/**
 * What becomes of an event: sent by itself, listed for a check too, waiting for a check, or not sent because
 * it is below `auto_upload_th` or in free time.
 */
export const replay_fates = ['sent', 'listed', 'waits', 'skipped', 'free'] as const

const both = <Value extends z.ZodMiniType>(value: Value) => z.strictObject({ present: value, wanted: value })
const counts = z.strictObject({
  initial_entry: z.int(),
  entry: z.int(),
  update: z.int(),
  exit: z.int(),
  /** What becomes of them. */
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
  fate: z.enum(replay_fates),
})

export const get_replay = defineCall({
  path: '/api/parking/get_replay',
  roles: admins,
  effect: 'read',
  silent: true,
  summary: 'Which looks are recorded, and the last replay with its result, which grows while it runs.',
  body: nothing,
  answer: z.strictObject({
    /** Whether this device has a program that replays. */
    available: z.boolean(),
    /** Under which it can replay; empty until it has been asked, a moment after the first call. */
    calibrations: z.array(z.enum(replay_calibrations)),
    recorded: z.strictObject({
      from_str: stampOrEmpty(),
      to_str: stampOrEmpty(),
      /** The longest time that one camera was recorded, in seconds: less than the span if there are gaps. */
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
        /** The span that is replayed. */
        from_str: stampOrEmpty(),
        to_str: stampOrEmpty(),
        /** Recordings replayed, and how many there are. */
        done: z.int(),
        total: z.int(),
        looks: z.int(),
        cameras: z.int(),
        /** Why it failed, in the words of the program. */
        said: text(600),
        /** Recordings that could not be read: of another version or damaged. */
        unread: z.int(),
        /** The parameters under which it was replayed, where they differ from the present ones. */
        changes: z.array(z.strictObject({ field: text(64), present: z.unknown(), wanted: z.unknown() })),
        /** Changed fields that decide what is seen: recorded looks cannot answer for them. */
        not_replayed: z.array(text(64)),
        /** What the wanted decisions were judged by. */
        calibration: z.enum(replay_calibrations),
        /** Decisions that were recorded, and how many of them came out again exactly. */
        recorded: z.int(),
        reproduced: z.int(),
        counts: both(counts),
        /** All differences, of which the list holds the first. */
        different: z.int(),
        differences: z.array(
          z.strictObject({
            change: z.enum(replay_changes),
            camera_name: text(64),
            lot_no: text(32),
            present: z.nullable(decision),
            wanted: z.nullable(decision),
            /** The event that was reported then; empty where there was none, or it is gone. */
            uuid: text(36),
            /** Empty where no picture was kept. */
            picture: text(2000),
            /** When the picture was taken, which may be some seconds off. */
            picture_str: stampOrEmpty(),
            /** The lot as it is drawn now, from 0 to 1 of the picture. */
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
    'Decide the recorded looks once more, under the present parameters with these changes, also under ' +
    'another calibration of the cameras, and compare. ' +
    'Nothing is saved. One replay at a time; another one replaces the last.',
  body: z.strictObject({
    changes: z.partial(alg_param),
    /** 1000 where the program does not offer it. From the factory `recorded`. */
    calibration: z.optional(z.enum(replay_calibrations)),
    /** Back from the newest look. */
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
  summary: 'Stop the replay that runs.',
  body: nothing,
  answer: nothing,
  example: {},
  ours: true,
})

export const replay_calls = { get_replay, begin_replay, stop_replay }
