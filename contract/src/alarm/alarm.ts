/**
 * The alarms of the device: the list, which of them are mailed, and a test mail (ours). Long because kinds,
 * rules, settings and calls belong together.
 */
import * as z from 'zod/mini'
import { admins, defineCall, viewers, workers } from '../core/call.ts'
import { lines, listOf, nothing, paging, text, whole } from '../core/fields.ts'
import { serverTrustTyped, tls_errors } from '../core/server-trust.ts'
import { alarm_param } from '../params/params.ts'
import { alarm_costs } from './alarm-costs.ts'
import { mail_steps } from './mail-steps.ts'

/** The kinds of alarms. A kind that starts with `camera_` exists once per camera. */
export const alarm_kinds = [
  'camera_down',
  'camera_moved',
  'camera_dark',
  'camera_frozen',
  'camera_clock',
  'camera_unseen',
  'disk',
  'queue',
  'clock',
  'sign_in',
  'analysis',
  'overload',
  'platform',
  'storage',
  'mqtt',
  'certificate',
  'model',
  'upgrade',
  'data_file',
] as const
export type AlarmKind = (typeof alarm_kinds)[number]

/** critical: evidence is being lost, or soon will be. */
export const alarm_severities = ['warning', 'critical'] as const
export type AlarmSeverity = (typeof alarm_severities)[number]

export type AlarmRule = {
  severity: AlarmSeverity
  /**
   * How long the condition must last before an alarm is raised, and how long it must be absent before the
   * alarm ends.
   */
  raise_s: number
  recover_s: number
}

/** Delays and severities. `alarm_limits` holds the thresholds with their hysteresis. */
export const alarm_rules: Readonly<Record<AlarmKind, AlarmRule>> = {
  camera_down: { severity: 'warning', raise_s: 60, recover_s: 30 },
  camera_moved: { severity: 'warning', raise_s: 60, recover_s: 60 },
  camera_dark: { severity: 'warning', raise_s: 120, recover_s: 60 },
  camera_frozen: { severity: 'warning', raise_s: 120, recover_s: 60 },
  camera_clock: { severity: 'warning', raise_s: 0, recover_s: 0 },
  camera_unseen: { severity: 'warning', raise_s: 60, recover_s: 60 },
  disk: { severity: 'critical', raise_s: 60, recover_s: 60 },
  queue: { severity: 'critical', raise_s: 0, recover_s: 60 },
  clock: { severity: 'critical', raise_s: 60, recover_s: 60 },
  sign_in: { severity: 'warning', raise_s: 0, recover_s: 0 },
  analysis: { severity: 'critical', raise_s: 60, recover_s: 15 },
  overload: { severity: 'warning', raise_s: 120, recover_s: 120 },
  platform: { severity: 'critical', raise_s: 120, recover_s: 0 },
  storage: { severity: 'warning', raise_s: 120, recover_s: 0 },
  mqtt: { severity: 'warning', raise_s: 300, recover_s: 0 },
  certificate: { severity: 'warning', raise_s: 0, recover_s: 0 },
  model: { severity: 'warning', raise_s: 0, recover_s: 0 },
  upgrade: { severity: 'warning', raise_s: 0, recover_s: 0 },
  data_file: { severity: 'critical', raise_s: 0, recover_s: 0 },
}

/** An alarm starts beyond `bad` and ends beyond `well`; between them nothing changes. */
export const alarm_limits = {
  /** Percentage of the disk that is free. */
  disk_percent: { bad: 5, well: 8 },
  /** The age of the oldest waiting event, in minutes. */
  queue_minutes: { bad: 15, well: 5 },
  /** The clock error in milliseconds: GA/T 832 requires less than a second. */
  clock_ms: { bad: 1_000, well: 500 },
  /** The clock error of a camera in milliseconds; cameras report only whole seconds. */
  camera_clock_ms: { bad: 1_000, well: 500 },
  /** Percentage of the analysis application's attempts in the last two minutes that yielded no picture. */
  unseen_percent: { bad: 50, well: 10 },
  /** Mean time from the picture to the decision over two minutes, in seconds. */
  latency_s: { bad: 20, well: 10 },
  /** Number of failed sign-ins from one address within a quarter of an hour. */
  sign_ins: { bad: 10, well: 0 },
  /** How many days before an imported certificate expires its first and its last alarm are raised. */
  certificate_days: { first: 30, last: 7 },
} as const

const mailed = Object.fromEntries(alarm_kinds.map((kind) => [kind, z.boolean()])) as {
  [Kind in AlarmKind]: z.ZodMiniBoolean
}

/** Which kinds are mailed, and how. */
export const alarm_mail = z.strictObject({
  /** The language of the mails. */
  language: z.enum(['zh', 'tw']),
  /** The minimum time between two mails; each mail contains everything since the previous one. */
  digest_minutes: whole(1, 1440, 'min'),
  /** Whether the end of an alarm is mailed. */
  recovered: z.boolean(),
  ...mailed,
})

export const alarm_mail_factory: z.output<typeof alarm_mail> = {
  language: 'zh',
  digest_minutes: 15,
  recovered: true,
  camera_down: true,
  camera_moved: true,
  camera_dark: true,
  camera_frozen: true,
  camera_clock: true,
  camera_unseen: true,
  disk: true,
  queue: true,
  clock: true,
  sign_in: true,
  analysis: true,
  overload: true,
  platform: true,
  storage: true,
  mqtt: true,
  certificate: true,
  model: true,
  upgrade: true,
  data_file: true,
}

export const get_alarm_mail = defineCall({
  path: '/api/parking/get_alarm_mail',
  roles: viewers,
  effect: 'read',
  summary: 'Which alarms are mailed, and how.',
  body: nothing,
  answer: alarm_mail,
  example: {},
  ours: true,
})
export const update_alarm_mail = defineCall({
  path: '/api/parking/update_alarm_mail',
  roles: admins,
  effect: 'write',
  summary: 'Change which alarms are mailed, and how. Fields that are not given stay as they are.',
  body: z.partial(alarm_mail),
  answer: nothing,
  example: { digest_minutes: 30, camera_dark: false },
  ours: true,
})

const mail_outcome = {
  failed: z.nullable(z.enum(mail_steps)),
  tls: z.nullable(z.enum(tls_errors)),
  /** The server's message. */
  said: lines(2000),
}

export const test_mail = defineCall({
  path: '/api/parking/test_mail',
  roles: admins,
  effect: 'write',
  slow: true,
  summary:
    'Send a test mail with these settings, without saving them (30 s). An empty from_auth stands for ' +
    'the stored one.',
  body: z.strictObject({ ...alarm_param.shape, ...serverTrustTyped() }),
  answer: z.strictObject({
    ...mail_outcome,
    /** How the connection was encrypted. */
    protection: z.enum(['tls', 'starttls', 'none']),
    signed_in: z.boolean(),
    accepted: z.array(text(254)),
    /** The refused recipients, each with the server's message. */
    refused: z.array(z.strictObject({ address: text(254), said: lines(2000) })),
    took_ms: z.int(),
  }),
  example: {
    email_server: 'smtp.example.com:587',
    from_user: 'box',
    from_auth: '',
    from_email: 'box@example.com',
    to_email: ['duty@example.com'],
  },
  ours: true,
})

export const alarm_row = z.strictObject({
  alarm_id: z.int(),
  kind: z.enum(alarm_kinds),
  /** The subject: a camera_sn or an address; empty if the kind has none. */
  subject: text(100),
  name: text(100),
  severity: z.enum(alarm_severities),
  /** The values measured when it was raised; of `queue`, `refused`: the newest. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  /** When the condition started, when the alarm was raised, and when it ended. */
  since_ms: z.int(),
  raised_ms: z.int(),
  recovered_ms: z.nullable(z.int()),
  /** The state of its mail. none: no mail is sent for it. */
  mail: z.enum(['none', 'waiting', 'sent']),
  /** What it does to the bills. */
  cost: z.enum(alarm_costs),
  /** The user who has acknowledged it, and when; empty and null until then. It stays open. */
  acknowledged_by: text(64),
  acknowledged_ms: z.nullable(z.int()),
})

/** The longest silence, in minutes: a week. */
export const max_silence_minutes = 10_080

/**
 * A silence of one kind and subject. Until it ends, alarms of it are raised and listed, but neither counted
 * in `loud` nor mailed; an alarm that is still open at its end is mailed then.
 */
export const alarm_silence = z.strictObject({
  kind: z.enum(alarm_kinds),
  subject: text(100),
  /** The name of the subject when the silence was set. */
  name: text(100),
  until_ms: z.int(),
  /** The user who set it. */
  by: text(64),
})

export const alarms = defineCall({
  path: '/api/parking/alarms',
  roles: viewers,
  effect: 'read',
  summary:
    'The alarms of the device: open ones first, the loud before the quiet and by what they cost; then the ' +
    'newest.',
  body: z.strictObject({
    ...paging,
    open: z.optional(z.boolean()),
    kind: z.optional(z.enum(alarm_kinds)),
    subject: z.optional(text(100)),
  }),
  answer: z.strictObject({
    ...listOf(alarm_row).shape,
    /** Number of open alarms, and of those that are neither acknowledged nor silenced. */
    open: z.int(),
    loud: z.int(),
    /** The silences that have not ended. */
    silences: z.array(alarm_silence),
    /** The device's clock, so that a page can show durations. */
    now_ms: z.int(),
    /** The state of the mails. `ready`: server, sender and a recipient are set. */
    mail: z.strictObject({
      ready: z.boolean(),
      waiting: z.int(),
      sent_ms: z.nullable(z.int()),
      next_ms: z.nullable(z.int()),
      failures: z.int(),
      ...mail_outcome,
    }),
  }),
  example: { page: 1, page_size: 20, open: true },
  ours: true,
})

export const acknowledge_alarm = defineCall({
  path: '/api/parking/acknowledge_alarm',
  roles: workers,
  effect: 'write',
  summary:
    'Take an open alarm upon oneself: it stays open, and is no longer counted as loud. The first user ' +
    'counts; a later one gets that name. 3000: no such alarm. 7000: it has recovered.',
  body: z.strictObject({ alarm_id: z.int() }),
  answer: z.strictObject({
    acknowledged_by: text(64),
    acknowledged_ms: z.int(),
    /** Whether the caller is that user. */
    yours: z.boolean(),
  }),
  example: { alarm_id: 1 },
  ours: true,
})
export const silence_alarm = defineCall({
  path: '/api/parking/silence_alarm',
  roles: workers,
  effect: 'write',
  summary:
    'Silence a kind of alarm of one subject from now on, for some minutes; 0 ends the silence. The last ' +
    'call counts.',
  body: z.strictObject({
    kind: z.enum(alarm_kinds),
    subject: text(100),
    minutes: whole(0, max_silence_minutes, 'min'),
  }),
  /** Null if there is no silence any more. */
  answer: z.strictObject({ until_ms: z.nullable(z.int()) }),
  example: { kind: 'camera_down', subject: 'SN-0001', minutes: 240 },
  ours: true,
})

export const alarm_calls = {
  get_alarm_mail,
  update_alarm_mail,
  test_mail,
  alarms,
  acknowledge_alarm,
  silence_alarm,
}
