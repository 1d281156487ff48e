/** Area `system`, what is wrong and what is where: the guided check, the support bundle, the disk (ours, beyond spec §7). */
import * as z from 'zod/mini'
import { admins, defineCall, everyone, workers } from '../core/call.ts'
import { nothing, text } from '../core/fields.ts'

/** In the order in which they are walked; the first that fails is what to mend. */
export const diagnose_steps = ['link', 'gateway', 'dns', 'time', 'platform', 'storage', 'cameras'] as const
/** `skipped`: there is nothing to check (no platform set, say). */
export const diagnose_results = ['good', 'failed', 'skipped'] as const
/** What was found; the console has a sentence and what to do for each. */
export const diagnose_findings = [
  'ok',
  'no_interface',
  'no_cable',
  'no_address',
  'no_gateway',
  'gateway_silent',
  'no_dns',
  'dns_silent',
  'dns_wrong',
  'no_names',
  'clock_off',
  'clock_free',
  'time_server_silent',
  'no_time_server',
  'no_platform',
  'platform_silent',
  'platform_refused',
  'platform_name',
  'no_storage',
  'disk_full',
  'disk_slow',
  'no_cameras',
  'cameras_offline',
  'not_supported',
] as const

export const diagnose = defineCall({
  path: '/api/system/diagnose',
  roles: workers,
  effect: 'read',
  slow: true,
  summary: 'One step of the guided check (15 s).',
  body: z.strictObject({ step: z.enum(diagnose_steps) }),
  answer: z.strictObject({
    step: z.enum(diagnose_steps),
    result: z.enum(diagnose_results),
    finding: z.enum(diagnose_findings),
    /** What was looked at, and what it said: an address, a round trip, a name. */
    facts: z.record(z.string(), z.union([z.string(), z.number()])),
    took_ms: z.int(),
  }),
  example: { step: 'link' },
  ours: true,
})

export const support_bundle = defineCall({
  path: '/api/system/support_bundle',
  roles: admins,
  effect: 'write',
  slow: true,
  summary:
    'Make a support bundle: logs, configuration and versions, every secret removed. Lists what is in it before it is downloaded.',
  body: nothing,
  answer: z.strictObject({
    list: z.array(
      z.strictObject({
        name: text(100),
        bytes: z.int(),
        /** How many secrets were removed from it. */ redacted: z.int(),
      }),
    ),
    /** Of the archive itself, and what it is called. */
    bytes: z.int(),
    file_name: text(100),
    /** Signed, good for ten minutes. */
    download: text(500),
  }),
  example: {},
  ours: true,
})

export const disk_kinds = ['database', 'pictures', 'logs', 'spool', 'snapshots', 'other'] as const

export const disk_status = defineCall({
  path: '/api/system/disk_status',
  roles: everyone,
  effect: 'read',
  summary: 'The disk: what is on it by kind, what is kept for how long, and what waits to be sent.',
  body: nothing,
  answer: z.strictObject({
    /** Bytes of the file system that holds the data folder. */
    total: z.int(),
    free: z.int(),
    /** `logs` lie inside the database: their bytes are an estimate, taken off the database's, and `files` is how many lines there are. */
    kinds: z.array(z.strictObject({ kind: z.enum(disk_kinds), bytes: z.int(), files: z.int() })),
    /** False while a large folder is still being counted: the bytes are at least these. Ask again. */
    complete: z.boolean(),
    /** What a day's pictures take, from the last seven whole days; null where there is no whole day yet. */
    per_day: z.nullable(z.int()),
    /** null where nothing is let go for that reason. `log_type` tells the budgets of the logs apart (spec §4). */
    retention: z.array(
      z.strictObject({
        kind: z.enum(disk_kinds),
        log_type: z.optional(z.int()),
        days: z.nullable(z.int()),
        bytes: z.nullable(z.int()),
        rows: z.nullable(z.int()),
      }),
    ),
    /** `by_status` has spec §4's numbers as keys. */
    waiting: z.strictObject({
      events: z.int(),
      bytes: z.int(),
      oldest_ms: z.nullable(z.int()),
      by_status: z.record(z.string(), z.int()),
    }),
  }),
  example: {},
  ours: true,
})

export const diagnose_calls = { diagnose, support_bundle, disk_status }
