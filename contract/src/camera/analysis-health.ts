/** How well the analysis application keeps up with a camera (ours), from its `health` messages. */
import * as z from 'zod/mini'
import { defineCall, viewers } from '../core/call.ts'
import { filled, lines, stampOrEmpty, whole } from '../core/fields.ts'

/** Maximum period that the figures cover, in seconds. */
export const analysis_health_span_s = 300

/**
 * no_application: none is connected. no_figures: the application does not report figures, for example because
 * it is an older version or another program. not_watched: it reports figures, but none for this camera, which
 * has no lot in use.
 */
export const analysis_health_states = ['watched', 'not_watched', 'no_figures', 'no_application'] as const

const analysis_health = defineCall({
  path: '/api/camera/analysis_health',
  roles: viewers,
  effect: 'read',
  ours: true,
  summary:
    'How the analysis application keeps up with a camera: looks, misses and latency of the last five ' +
    'minutes.',
  body: z.strictObject({ camera_sn: filled(64) }),
  answer: z.strictObject({
    state: z.enum(analysis_health_states),
    /** Null unless `state` is watched. */
    figures: z.nullable(
      z.strictObject({
        /** The period that the figures cover, in seconds; at most five minutes, less after a start. */
        seconds: z.number(),
        /** Number of pictures that were analysed, and of attempts that yielded none. */
        looks: z.int(),
        misses: z.int(),
        /** Mean time from the picture to the decision in milliseconds; null without a look. */
        latency_ms: z.nullable(z.number()),
        /** The current interval between looks, and the one that `track_step` asks for, in milliseconds. */
        interval_ms: z.number(),
        wanted_ms: whole(0, 86_400_000),
        /** The processor is too busy for `track_step`, so the application looks less often. */
        slowed: z.boolean(),
        /** Why the last attempt without a picture failed, as a sentence from the application. */
        why: lines(200),
        /** When the application last reported. */
        time_str: stampOrEmpty(),
      }),
    ),
  }),
  example: { camera_sn: 'SN-0001' },
})

export const analysis_health_calls = { analysis_health }
