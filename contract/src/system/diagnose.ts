/** The guided check, the support bundle and the use of the disk (ours, beyond spec §7). */
import * as z from 'zod/mini'
import { admins, defineCall, viewers, workers } from '../core/call.ts'
import { nothing, text } from '../core/fields.ts'
import { diagnose_steps } from './diagnose-steps.ts'

/** `skipped`: there is nothing to check, for example because no platform is set. */
export const diagnose_results = ['good', 'failed', 'skipped'] as const
/** What the check found. The console has an explanation and a remedy for each. */
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
  summary: 'Run one step of the guided check (15 s).',
  body: z.strictObject({ step: z.enum(diagnose_steps) }),
  answer: z.strictObject({
    step: z.enum(diagnose_steps),
    result: z.enum(diagnose_results),
    finding: z.enum(diagnose_findings),
    /** What was checked, and the result: an address, a round trip, a name. */
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
    'Create a support bundle of logs, configuration and versions, with every secret removed. Lists its ' +
    'content before the download.',
  body: nothing,
  answer: z.strictObject({
    list: z.array(
      z.strictObject({
        name: text(100),
        bytes: z.int(),
        /** The number of secrets removed from the bundle. */
        redacted: z.int(),
      }),
    ),
    /** The size and the file name of the archive. */
    bytes: z.int(),
    file_name: text(100),
    /** A signed address, valid for ten minutes. */
    download: text(500),
  }),
  example: {},
  ours: true,
})

export const disk_kinds = ['database', 'pictures', 'logs', 'spool', 'snapshots', 'other'] as const

export const disk_status = defineCall({
  path: '/api/system/disk_status',
  roles: viewers,
  effect: 'read',
  summary: 'The use of the disk by kind, the retention times, and the events that wait to be sent.',
  body: nothing,
  answer: z.strictObject({
    /** Total and free bytes of the file system with the data folder. */
    total: z.int(),
    free: z.int(),
    /**
     * The logs are part of the database: their bytes are an estimate that is subtracted from the database's
     * bytes, and their `files` is the number of lines.
     */
    kinds: z.array(z.strictObject({ kind: z.enum(disk_kinds), bytes: z.int(), files: z.int() })),
    /**
     * False while a large folder is still being counted: the bytes are a lower bound, and the client asks
     * again.
     */
    complete: z.boolean(),
    /** Bytes of pictures per day, from the last seven whole days; null before the first whole day. */
    per_day: z.nullable(z.int()),
    /**
     * null if nothing is deleted for that reason. `log_type` distinguishes the budgets of the logs (spec §4).
     */
    retention: z.array(
      z.strictObject({
        kind: z.enum(disk_kinds),
        log_type: z.optional(z.int()),
        days: z.nullable(z.int()),
        bytes: z.nullable(z.int()),
        rows: z.nullable(z.int()),
      }),
    ),
    /** The keys of `by_status` are the numbers in spec §4. */
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
