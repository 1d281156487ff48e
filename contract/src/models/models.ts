/**
 * Models that a user brings for the analysis application (docs/models.md): upload, check, trial, use and
 * rollback. Long because states, reasons and calls belong together.
 */
import * as z from 'zod/mini'
import { admins, defineCall } from '../core/call.ts'
import { event_type } from '../core/codes.ts'
import { lines, nothing, openCoded, stamp, text, whole } from '../core/fields.ts'
import { max_model_upload_bytes, model_part_bytes, model_verdicts } from './model-facts.ts'

/**
 * uploaded: waits for its check. checked: may be tried and used. rejected: its check gives the reason. Being
 * on trial or in use are not states of the model: see `trial` and `in_use`.
 */
export const model_states = ['uploaded', 'checked', 'rejected'] as const
export type ModelState = (typeof model_states)[number]

/** Why an archive is refused before anything is stored. `full`: the disk is full. */
export const archive_refusals = [
  'no_zip',
  'zip_path',
  'zip_link',
  'zip_double',
  'zip_kind',
  'zip_bomb',
  'zip_damaged',
  'zip_files',
  'full',
] as const
export type ArchiveRefusal = (typeof archive_refusals)[number]

/**
 * Why a model fails its check (analysis/src/user-model/refusal.ts). `no_tool`: this device has no program
 * that checks models. `lost`: its files are missing or have changed.
 */
export const model_refusals = [
  'manifest',
  'absent',
  'too_large',
  'hash',
  'no_onnx',
  'external_data',
  'domains',
  'nodes',
  'shape',
  'time',
  'memory',
  'crash',
  'trial',
  'no_tool',
  'lost',
] as const
export type ModelRefusal = (typeof model_refusals)[number]

/** Why the model changed: a user changed it, it crashed the program or could not be used, or it was lost. */
export const model_use_reasons = ['promoted', 'rolled_back', 'crashes', 'silent', 'unusable', 'lost'] as const
export type ModelUseReason = (typeof model_use_reasons)[number]

export const model_trial_states = ['running', 'done', 'failed', 'stopped'] as const
export type ModelTrialState = (typeof model_trial_states)[number]

/** A model's id: the SHA-256 over its files, shortened. */
const model_id = z.string().check(z.regex(/^[0-9a-f]{32}$/, { error: 'format' }))
const upload_id = z.string().check(z.regex(/^[0-9a-f]{32}$/, { error: 'format' }))

/** A number of events, and at how many of them each model sees what the event says. */
const judged = z.strictObject({ events: z.int(), running: z.int(), candidate: z.int() })

const model = z.strictObject({
  model: model_id,
  /** The uploaded file, or the folder that it was taken from; empty for a model of an older version. */
  file: text(200),
  name: text(100),
  version: text(100),
  licence: text(100),
  /** The licence stated in the file itself; often empty. */
  own_licence: text(200),
  source: text(500),
  decoder: text(40),
  labels: z.array(text(40)),
  sha256: text(64),
  bytes: z.int(),
  state: z.enum(model_states),
  /** Why it was rejected, in the words of the check. */
  reason: z.nullable(z.enum(model_refusals)),
  said: lines(600),
  /** AGPL weights: the licence binds anyone who offers a service with them. */
  agpl: z.boolean(),
  create_time_str: stamp(),
  created_by: text(64),
  in_use: z.boolean(),
  trial: z.nullable(z.enum(model_trial_states)),
  /** What its last trial found, which promoting needs; null if the trial has not come to its end. */
  result: z.nullable(
    z.strictObject({
      verdict: z.enum(model_verdicts),
      /** Whether it was compared with the model that is in use now. */
      current: z.boolean(),
      entries: judged,
      exits: judged,
      confirmed: judged,
    }),
  ),
})
export type ModelRow = z.output<typeof model>

const model_use = z.strictObject({
  time_str: stamp(),
  /** Null means the shipped model. */
  model: z.nullable(model_id),
  name: text(100),
  version: text(100),
  /** The user who changed it; empty for the device itself. */
  by: text(64),
  why: z.enum(model_use_reasons),
  /** The verdict of the trial by which a user promoted it, and the reason typed. */
  verdict: z.nullable(z.enum(model_verdicts)),
  reason: text(200),
})

export const get_models = defineCall({
  path: '/api/system/get_models',
  roles: admins,
  effect: 'read',
  summary:
    'The models that users brought, the one in use, and what the analysis application reports about it.',
  body: nothing,
  answer: z.strictObject({
    /** Whether this device has the program that checks models. */
    available: z.boolean(),
    /** Whether the integrator has configured a folder (PARKING_MODEL_FOLDER). */
    folder: z.boolean(),
    list: z.array(model),
    /** The model in use and its history, newest first; empty: the shipped model since the first start. */
    uses: z.array(model_use),
    /**
     * The model that was in use before the present one, and was not left since; null if there is none.
     */
    previous: z.nullable(
      z.strictObject({ model: z.nullable(model_id), name: text(100), version: text(100) }),
    ),
    program: z.strictObject({
      connected: z.boolean(),
      /** How the application describes its own model; null if it accepts no models from the device. */
      shipped: z.nullable(
        z.strictObject({ name: text(100), version: text(100), licence: text(100), sha256: text(64) }),
      ),
      /** The model that the application works with; null means its own, absent until it has answered. */
      works_with: z.optional(z.nullable(model_id)),
    }),
  }),
  example: {},
  ours: true,
})

export const begin_model_upload = defineCall({
  path: '/api/system/begin_model_upload',
  roles: admins,
  effect: 'write',
  audit: 'none',
  summary:
    'Begin the upload of a model as a ZIP file, or continue an interrupted one: the answer says how many ' +
    'bytes the device has. One upload at a time; another file replaces an unfinished one.',
  body: z.strictObject({
    name: text(200),
    bytes: whole(1, max_model_upload_bytes),
    /** When the file was last modified, in milliseconds since 1970; identifies it with name and size. */
    modified_ms: whole(0, Number.MAX_SAFE_INTEGER),
  }),
  answer: z.strictObject({ upload: upload_id, have: z.int(), full: z.boolean() }),
  example: { name: 'street-cars.zip', bytes: 4_000_000, modified_ms: 1_780_000_000_000 },
  ours: true,
})

export const add_model_part = defineCall({
  path: '/api/system/add_model_part',
  roles: admins,
  effect: 'write',
  audit: 'none',
  slow: true,
  summary:
    'Add the next bytes of an upload. A part at another offset is refused; the answer says where to go on.',
  body: z.strictObject({
    upload: upload_id,
    offset: whole(0, max_model_upload_bytes),
    data: z.base64().check(z.minLength(1), z.maxLength(Math.ceil(model_part_bytes / 3) * 4)),
  }),
  answer: z.strictObject({ have: z.int(), full: z.boolean() }),
  example: { upload: '0123456789abcdef0123456789abcdef', offset: 0, data: 'UEsDBA==' },
  ours: true,
})

const upload_result = z.strictObject({
  /** Null if the archive was refused; then nothing is stored. */
  model: z.nullable(model_id),
  refused: z.nullable(z.enum(archive_refusals)),
  said: lines(300),
})

export const finish_model_upload = defineCall({
  path: '/api/system/finish_model_upload',
  roles: admins,
  effect: 'write',
  slow: true,
  summary: 'Unpack a complete upload and begin its check, which `get_models` reports.',
  body: z.strictObject({ upload: upload_id }),
  answer: upload_result,
  example: { upload: '0123456789abcdef0123456789abcdef' },
  ours: true,
})

export const take_model_folder = defineCall({
  path: '/api/system/take_model_folder',
  roles: admins,
  effect: 'write',
  slow: true,
  summary: 'Take the model in the folder that integrators named (PARKING_MODEL_FOLDER), and begin its check.',
  body: nothing,
  answer: upload_result,
  example: {},
  ours: true,
})

const of_model = z.strictObject({ model: model_id })
const example_model = { model: '0123456789abcdef0123456789abcdef' }

export const try_model = defineCall({
  path: '/api/system/try_model',
  roles: admins,
  effect: 'write',
  summary: 'Try a checked model alongside the one in use, on pictures of the cameras. One trial at a time.',
  body: of_model,
  answer: nothing,
  example: example_model,
  ours: true,
})

export const stop_model_trial = defineCall({
  path: '/api/system/stop_model_trial',
  roles: admins,
  effect: 'write',
  summary: 'Stop the running trial.',
  body: nothing,
  answer: nothing,
  example: {},
  ours: true,
})

export const model_seen = ['vehicle', 'empty', 'unknown'] as const
export type ModelSeen = (typeof model_seen)[number]
const both = <Value extends z.ZodMiniType>(value: Value) =>
  z.strictObject({ running: value, candidate: value })

export const get_model_trial = defineCall({
  path: '/api/system/get_model_trial',
  roles: admins,
  effect: 'read',
  summary: 'The scorecard of the last trial of a model, which grows while the trial runs.',
  body: of_model,
  answer: z.strictObject({
    state: z.enum(model_trial_states),
    time_str: stamp(),
    /** The model it was compared with. */
    against: z.strictObject({ model: z.nullable(model_id), name: text(100), version: text(100) }),
    /** Number of pictures judged so far, and in total. */
    done: z.int(),
    total: z.int(),
    /** Why it failed, in the words of the program. */
    said: lines(600),
    cameras: z.array(
      z.strictObject({
        camera_sn: text(64),
        camera_name: text(64),
        pictures: z.int(),
        alike: z.int(),
        different: z.int(),
        /** Why the camera gave no picture; empty if it did. */
        said: lines(300),
      }),
    ),
    differences: z.array(
      z.strictObject({
        camera_name: text(64),
        lot_no: text(32),
        polygon: z.array(z.tuple([z.number(), z.number()])),
        picture: text(2000),
        ...both(z.enum(model_seen)).shape,
      }),
    ),
    /** Median duration of a look, in milliseconds; null before the first. */
    look_ms: z.nullable(both(z.int())),
    /** Peak memory of the process, in megabytes. */
    memory_mb: z.nullable(both(z.int())),
    /** Entries confirmed by a person, and at how many of them each model detects a vehicle. */
    confirmed: judged,
    /** Recorded events, mostly of the last seven days, that both models judged again in their pictures. */
    recorded: z.strictObject({
      /** At how many each model detects a vehicle. */
      entries: judged,
      /** At how many each model sees the lot empty. */
      exits: judged,
      /** Not compared: the scene has changed, the picture is gone, or the lot holds several vehicles. */
      left_out: z.int(),
      /** The events that the two models see differently; `differences` lists the first of them. */
      different: z.int(),
      differences: z.array(
        z.strictObject({
          uuid: text(36),
          event_type: openCoded(event_type),
          event_time_str: stamp(),
          plate_number: text(32),
          camera_name: text(64),
          lot_no: text(32),
          /** In `picture`; empty if its position there is unknown. */
          polygon: z.array(z.tuple([z.number(), z.number()])),
          /** Empty if the picture was deleted or may not be shown. */
          picture: text(2000),
          ...both(z.enum(model_seen)).shape,
        }),
      ),
    }),
  }),
  example: example_model,
  ours: true,
})

export const promote_model = defineCall({
  path: '/api/system/promote_model',
  roles: admins,
  effect: 'write',
  summary:
    'Use a checked model from now on, after a trial against the model in use. `agpl`: the user has read ' +
    'what its licence means. `reason`: required if the trial found it worse or could judge no event.',
  body: z.strictObject({ model: model_id, agpl: z.boolean(), reason: z.optional(text(200)) }),
  answer: nothing,
  example: { ...example_model, agpl: false },
  ours: true,
})

export const model_ways_back = ['previous', 'shipped'] as const
export const roll_back_model = defineCall({
  path: '/api/system/roll_back_model',
  roles: admins,
  effect: 'write',
  summary: 'Use the previous model again, or the shipped one, in one step.',
  body: z.strictObject({ to: z.enum(model_ways_back) }),
  answer: nothing,
  example: { to: 'shipped' },
  ours: true,
})

export const delete_model = defineCall({
  path: '/api/system/delete_model',
  roles: admins,
  effect: 'write',
  summary: 'Delete a model that is not in use, with its files and its scorecard.',
  body: of_model,
  answer: nothing,
  example: example_model,
  ours: true,
})

export const model_calls = {
  get_models,
  begin_model_upload,
  add_model_part,
  finish_model_upload,
  take_model_folder,
  try_model,
  stop_model_trial,
  get_model_trial,
  promote_model,
  roll_back_model,
  delete_model,
}
