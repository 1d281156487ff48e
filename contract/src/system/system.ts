/**
 * State of the device, analysis application, logs, and the template's demonstration (spec §2, §3, §7).
 * Long because each call is listed with its body and its answer.
 */
import * as z from 'zod/mini'
import { app_actions, app_states } from './app-states.ts'
import { admins, defineCall, everyone, viewers, workers } from '../core/call.ts'
import { isCallKey } from '../core/call-key.ts'
import { log_level, log_type } from '../core/codes.ts'
import { coded, filled, lines, listOf, nothing, paging, stamp, text, whole } from '../core/fields.ts'

export const system_status_data = z.strictObject({
  /** Used memory in percent. */
  memory: z.number().check(z.gte(0), z.lte(100), z.meta({ unit: '%' })),
  /** Bytes. */
  memory_used: z.int(),
  memory_total: z.int(),
  /** Degrees Celsius of the hottest sensor; null without sensors. */
  temperature: z.nullable(z.number()),
  /** Percent of all cores over the last seconds; null until it was measured. Ours. */
  cpu: z.optional(z.nullable(z.number().check(z.gte(0), z.lte(100), z.meta({ unit: '%' })))),
  /** The values of the last hours, oldest first: `[timestamp_ms, memory %, temperature °C or null]`. Ours. */
  history: z.array(z.tuple([z.int(), z.number(), z.nullable(z.number())])),
})

export const app_status_data = z.strictObject({
  /** Whether it starts with the device. */
  startup: z.boolean(),
  running: z.boolean(),
  auto_update: z.boolean(),
  state: z.enum(app_states),
  /** Whether it is connected to the analysis socket, and its name and version. */
  connected: z.boolean(),
  name: text(64),
  version: text(64),
  /** Number of events that wait to be sent, which `parking_event_resume_upload` puts back into the queue. */
  waiting: z.int(),
  /** Why it failed, if it did. */
  reason: lines(500),
})

/** Who made a call that writes, from where, and what it changed (log type user). Secrets are masked. Ours. */
export const log_audit = z.strictObject({
  who: z.string(),
  role: z.string(),
  address: z.string(),
  /** The last segment of the call's path. */
  call: z.string(),
  /** The code of the answer, and the invalid fields if it is 1000. */
  code: z.int(),
  issues: z.optional(z.string()),
  request_id: z.string(),
  /** The change that the call added to the change log. */
  change_id: z.optional(z.int()),
  /** Only the fields that differ. */
  before: z.optional(z.record(z.string(), z.unknown())),
  after: z.optional(z.record(z.string(), z.unknown())),
})

/**
 * `content` is an English sentence; `what` and `facts` contain the same for a client that words it in another
 * language. Ours, like `audit`.
 */
export const log_row = z.strictObject({
  id: z.int(),
  timestamp_ms: z.int(),
  type: coded(log_type),
  level: z.enum(log_level),
  content: z.string(),
  what: z.optional(z.string()),
  facts: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  audit: z.optional(log_audit),
  /** Only for a user row: how far the device's clock was ahead of UTC, as `+08:00`. */
  utc_offset: z.optional(z.string()),
})

export const system_status = defineCall({
  path: '/api/system/system_status',
  roles: viewers,
  effect: 'read',
  summary: 'Memory and temperature, now and over the last hours.',
  body: nothing,
  answer: system_status_data,
  example: {},
})

export const reboot_time = defineCall({
  path: '/api/system/reboot_time',
  roles: everyone,
  effect: 'read',
  summary: 'When the device was last started, and for how many seconds it has run.',
  body: nothing,
  answer: z.strictObject({ reboot_time: stamp(), run_time: z.int() }),
  example: {},
})

export const app_status = defineCall({
  path: '/api/system/app_status',
  roles: viewers,
  effect: 'read',
  summary:
    'The analysis application: whether it starts with the device, its state, and whether it updates ' +
    'itself.',
  body: nothing,
  answer: app_status_data,
  example: {},
})

export const app_control = defineCall({
  path: '/api/system/app_control',
  roles: workers,
  effect: 'write',
  slow: true,
  summary: 'Start, stop or restart the analysis application (30 s). Returns when it is done.',
  body: z.strictObject({ action: z.enum(app_actions) }),
  answer: app_status_data,
  example: { action: 'restart' },
})

export const log = defineCall({
  path: '/api/system/log',
  roles: viewers,
  effect: 'read',
  summary:
    'The logs, newest first. Times are milliseconds since 1970, both ends included. Type 0 is every ' +
    'type but the journal of the operating system (5).',
  body: z.strictObject({
    ...paging,
    type: coded(log_type),
    level: z.optional(z.enum(log_level)),
    start_ms: z.optional(whole(0, 4_102_444_800_000)),
    end_ms: z.optional(whole(0, 4_102_444_800_000)),
    text: z.optional(text(200)),
  }),
  answer: z.strictObject({
    ...listOf(log_row).shape,
    /**
     * How far back the search for `text`, or the journal of the operating system, was read; `total` counts
     * the matches found so far. Absent if all of it was read. Ours.
     */
    searched_ms: z.optional(z.int()),
  }),
  example: { type: 0, page: 1, page_size: 50 },
})

export const delete_log = defineCall({
  path: '/api/system/delete_log',
  roles: admins,
  effect: 'write',
  fresh: true,
  audit: 'own_row',
  summary:
    'Delete the log lines of a type (0: all types) up to a time. Leaves a tombstone. The journal of the ' +
    'operating system (5) cannot be deleted.',
  body: z.strictObject({ type: coded(log_type), end_ms: whole(0, 4_102_444_800_000) }),
  answer: z.strictObject({ deleted: z.int() }),
  example: { type: 1, end_ms: 1_790_000_000_000 },
})

export const ping = defineCall({
  path: '/api/utils/ping',
  roles: 'anyone',
  effect: 'read',
  silent: true,
  summary:
    'Check whether the device answers. `boot_id` changes at each start of the server, so a page notices ' +
    'a restart.',
  body: nothing,
  answer: z.strictObject({ boot_id: z.string() }),
  example: {},
})

export const call_outcome = defineCall({
  path: '/api/utils/call_outcome',
  roles: 'anyone',
  effect: 'read',
  silent: true,
  ours: true,
  summary:
    'What became of a call whose answer was lost: its answer as JSON, or still running. `not_received`: ' +
    'it will not be carried out, even if it arrives later. `forgotten`: the device has started since, or ' +
    'the answer is too old or too large. The key is the 32 random hexadecimal digits that the client sent ' +
    'with the call in the header `call-key`; `age_ms` is the time since it was sent.',
  body: z.strictObject({
    key: z.string().check(z.refine(isCallKey, { error: 'format' })),
    age_ms: whole(0, 86_400_000, 'ms'),
  }),
  answer: z.strictObject({
    state: z.enum(['answered', 'running', 'not_received', 'forgotten']),
    answer: z.optional(z.string().check(z.meta({ secret: true }))),
  }),
  example: { key: '0123456789abcdef0123456789abcdef', age_ms: 5_000 },
})

export const template_row = z.strictObject({
  id: whole(1, 1_000_000),
  title: filled(100),
  author: text(64),
  create_time_str: stamp(),
})

export const getList = defineCall({
  path: '/vue-element-admin/baseTemplate/getList',
  roles: viewers,
  effect: 'read',
  summary: 'The demonstration list of the template.',
  body: z.strictObject(paging),
  answer: listOf(template_row),
  example: { page: 1, page_size: 20 },
})

export const system_calls = {
  system_status,
  reboot_time,
  app_status,
  app_control,
  log,
  delete_log,
  ping,
  call_outcome,
  getList,
}
