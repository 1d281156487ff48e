/**
 * The measured accuracy of automatic decisions: users judge a random sample blind, which yields error rates
 * with confidence intervals and the thresholds that they support (ours; docs/accuracy.md). Long because of
 * its eleven calls.
 */
import * as z from 'zod/mini'
import { defineCall, viewers, workers } from '../core/call.ts'
import { decimal, filled, nothing, stamp, stampOrEmpty, text, whole } from '../core/fields.ts'
import { lot_in_picture } from '../events/event.ts'
import {
  accuracy_by,
  lot_answers,
  plate_answers,
  promise_verdicts,
  undrawn_causes,
} from './accuracy-words.ts'

export const accuracy_settings = z.strictObject({
  /** Percentage of decisions that are sampled; 0: none. */
  sample_percent: decimal(0, 100, '%'),
  /** Maximum percentage of automatic decisions that may be wrong: what a threshold promises. */
  max_wrong_percent: decimal(0.1, 20, '%'),
})
export type AccuracySettings = z.output<typeof accuracy_settings>

export const accuracy_factory: AccuracySettings = { sample_percent: 5, max_wrong_percent: 1 }

export const get_accuracy_settings = defineCall({
  path: '/api/parking/get_accuracy_settings',
  roles: viewers,
  effect: 'read',
  summary: 'The share of decisions that is sampled, and the promised error rate.',
  body: nothing,
  answer: accuracy_settings,
  example: {},
  ours: true,
})

export const update_accuracy_settings = defineCall({
  path: '/api/parking/update_accuracy_settings',
  roles: workers,
  effect: 'write',
  summary: 'Change the sampled share or the promised error rate; fields that are not given stay as they are.',
  body: z.partial(accuracy_settings),
  answer: z.strictObject({}),
  example: { sample_percent: 5 },
  ours: true,
})

export const next_accuracy_sample = defineCall({
  path: '/api/parking/next_accuracy_sample',
  roles: workers,
  effect: 'read',
  summary:
    'A sampled decision for the caller to judge, without what was decided or read. It is leased to the ' +
    "caller's session for a minute.",
  /** `skip`: samples that the caller has postponed. */
  body: z.strictObject({ skip: z.optional(z.array(z.int()).check(z.maxLength(500))) }),
  answer: z.strictObject({
    /** Number of samples that wait, leased or not. */
    waiting: z.int(),
    /** null if there is nothing for this caller to judge. */
    sample: z.nullable(
      z.strictObject({
        sample_id: z.int(),
        camera_name: text(64),
        lot_no: text(32),
        time_str: stamp(),
        /** The picture as the camera took it, without any overlay. */
        picture: z.strictObject({ url: text(500), width: z.int(), height: z.int() }),
        lot: lot_in_picture,
      }),
    ),
  }),
  example: {},
  ours: true,
})

export const skip_accuracy_sample = defineCall({
  path: '/api/parking/skip_accuracy_sample',
  roles: workers,
  effect: 'write',
  audit: 'none',
  summary:
    'Count that the caller has skipped a sample. It is offered on, and bounds the rates until it is judged.',
  body: z.strictObject({ sample_id: z.int() }),
  answer: z.strictObject({}),
  example: { sample_id: 1 },
  ours: true,
})

export const accuracy_waiting = defineCall({
  path: '/api/parking/accuracy_waiting',
  roles: workers,
  effect: 'read',
  summary: 'How many samples wait for a judgement; leases none.',
  body: nothing,
  answer: z.strictObject({ waiting: z.int() }),
  example: {},
  ours: true,
})

export const judge_accuracy_sample = defineCall({
  path: '/api/parking/judge_accuracy_sample',
  roles: workers,
  effect: 'write',
  audit: 'none',
  summary:
    'Judge whether a vehicle is on the lot. If there is one and a plate was read, the answer has the ' +
    'picture of the plate, for judge_accuracy_plate.',
  body: z.strictObject({
    sample_id: z.int(),
    lot: z.enum(lot_answers),
    /** How long the user looked, in milliseconds; counted as a minute at most. */
    took_ms: whole(0, 86_400_000, 'ms'),
  }),
  answer: z.strictObject({
    waiting: z.int(),
    plate: z.nullable(z.strictObject({ url: text(500), width: z.int(), height: z.int() })),
  }),
  example: { sample_id: 1, lot: 'occupied', took_ms: 2500 },
  ours: true,
})

export const judge_accuracy_plate = defineCall({
  path: '/api/parking/judge_accuracy_plate',
  roles: workers,
  effect: 'write',
  audit: 'none',
  summary: 'The plate of a sample, as the user reads it. A plate is judged once.',
  body: z.strictObject({
    sample_id: z.int(),
    answer: z.enum(plate_answers),
    /** Empty unless `answer` is `read`. */
    plate_number: text(32),
    took_ms: whole(0, 86_400_000, 'ms'),
  }),
  answer: z.strictObject({ waiting: z.int() }),
  example: { sample_id: 1, answer: 'read', plate_number: '粤B12345', took_ms: 4000 },
  ours: true,
})

const judged_plate = {
  answer: z.nullable(z.enum(plate_answers)),
  /** Empty unless `answer` is `read`. */
  plate_number: text(32),
}

export const list_accuracy_judgements = defineCall({
  path: '/api/parking/list_accuracy_judgements',
  roles: workers,
  effect: 'read',
  summary: "The caller's last 20 judgements, newest first, without what the device decided or read.",
  body: nothing,
  answer: z.strictObject({
    list: z.array(
      z.strictObject({
        sample_id: z.int(),
        camera_name: text(64),
        lot_no: text(32),
        time_str: stamp(),
        judged_str: stamp(),
        lot: z.enum(lot_answers),
        plate: z.strictObject(judged_plate),
        /** How often it was corrected. */
        corrections: z.int(),
      }),
    ),
  }),
  example: {},
  ours: true,
})

export const correct_accuracy_judgement = defineCall({
  path: '/api/parking/correct_accuracy_judgement',
  roles: workers,
  effect: 'write',
  summary:
    "Correct a judgement of one's own with a reason; administrators any. The judgement before it is kept, " +
    'and the report counts the correction.',
  body: z.strictObject({
    sample_id: z.int(),
    lot: z.enum(lot_answers),
    /** A plate that was not judged stays so. */
    plate: z.strictObject(judged_plate),
    reason: filled(200),
  }),
  answer: z.strictObject({}),
  example: {
    sample_id: 1,
    lot: 'occupied',
    plate: { answer: 'read', plate_number: '粤B12345' },
    reason: 'typing mistake',
  },
  ours: true,
})

/**
 * Shares from 0 to 1. `low` and `high` are the ends of the 95 % interval; samples that were lost (deleted,
 * skipped, unclear, expired) count as right for the low end and as wrong for the high end.
 */
const measured = z.strictObject({
  /** Judged right or wrong. */
  checked: z.int(),
  wrong: z.int(),
  lost: z.int(),
  /** Of those judged. */
  rate: z.number(),
  low: z.number(),
  high: z.number(),
  /** The upper bound of the exact one-sided test of the promise, with lost samples as wrong. */
  at_most: z.number(),
  /** Number of further correct judgements that would support the promise; 0 if it is supported. */
  missing: z.int(),
})
export type Measured = z.output<typeof measured>

const rates = { entry: measured, exit: measured, plate: measured }

export const accuracy_report = defineCall({
  path: '/api/parking/accuracy_report',
  roles: viewers,
  effect: 'read',
  summary:
    'Error rates of automatic decisions of some days with 95 % intervals: in total, by camera, lot or hour.',
  body: z.strictObject({ by: z.enum(accuracy_by), days: whole(1, 366, 'd') }),
  answer: z.strictObject({
    /** Everything that was drawn; the sum of the six numbers below. */
    drawn: z.int(),
    /** Judged right or wrong. */
    decided: z.int(),
    /** Judged, but the picture did not show it. */
    unclear: z.int(),
    waiting: z.int(),
    /** Not judged: seen by a user; event or pictures deleted; not judged within two weeks. */
    skipped: z.int(),
    deleted: z.int(),
    expired: z.int(),
    /** Judgements that were corrected. */
    corrected: z.int(),
    /** Decisions of these days that could not be drawn, by why: they are in no rate. */
    undrawn: z.record(z.enum(undrawn_causes), z.int()),
    /** The median time of a judgement and the total time of all, in milliseconds. */
    /** When a factory restore removed the sample within these days; empty if none did. */
    cleared_str: stampOrEmpty(),
    /** Changes of the model within these days, oldest first: the rates are of all models. */
    models: z.array(z.strictObject({ name: text(100), version: text(100), since_str: stamp() })),
    median_ms: z.int(),
    total_ms: z.int(),
    max_wrong_percent: z.number(),
    total: z.strictObject(rates),
    /**
     * At most 500 rows, those with the most judgements first; by camera also each camera of the device of
     * which nothing is known yet. `name` of an hour: 0 to 23; its `camera_name` and `camera_sn` are empty.
     */
    rows: z.array(z.strictObject({ name: text(130), camera_name: text(64), camera_sn: text(64), ...rates })),
  }),
  example: { by: 'camera', days: 30 },
  ours: true,
})

export const accuracy_promise = defineCall({
  path: '/api/parking/accuracy_promise',
  roles: viewers,
  effect: 'read',
  summary: 'The lowest threshold of confidence that the judged sample of 30 days supports for the promise.',
  body: nothing,
  answer: z.strictObject({
    max_wrong_percent: z.number(),
    /**
     * The probability that a threshold promises too much; it halves with each change of the promise within 30
     * days.
     */
    risk_percent: z.number(),
    /** The current value of `alg_param.auto_upload_th`. */
    threshold_now: z.number(),
    /** null if no threshold is supported. */
    threshold: z.nullable(z.number()),
    /** Judgements without an error that support a threshold, and those that there are (30 days). */
    needed: z.int(),
    usable: z.int(),
    /** Number of further correct judgements that would support a threshold; 0 if one is supported. */
    missing: z.int(),
    /** From strict to loose. */
    steps: z.array(
      z.strictObject({
        threshold: z.number(),
        checked: z.int(),
        wrong: z.int(),
        /** Drawn, but lost for judging: tested as wrong. */
        lost: z.int(),
        /** The probability of this few errors if the rate were above the promise. */
        p: z.number(),
        verdict: z.enum(promise_verdicts),
        /**
         * The share of all decisions below the threshold, and the cost of checking them; null without
         * decisions, before a whole day was sampled, or before a judgement was timed.
         */
        below: z.nullable(z.number()),
        checks_a_day: z.nullable(z.number()),
        minutes_a_day: z.nullable(z.number()),
      }),
    ),
  }),
  example: {},
  ours: true,
})

export const accuracy_calls = {
  get_accuracy_settings,
  update_accuracy_settings,
  next_accuracy_sample,
  skip_accuracy_sample,
  accuracy_waiting,
  judge_accuracy_sample,
  judge_accuracy_plate,
  list_accuracy_judgements,
  correct_accuracy_judgement,
  accuracy_report,
  accuracy_promise,
}
