/**
 * The parameters by group (spec §3, §9), and their factory values. Long because a field's schema and its
 * factory value belong in the same file.
 */
import * as z from 'zod/mini'
import {
  charge_mode,
  motor_mode,
  osd_align,
  osd_device_name,
  plate_type,
  schedule_type,
  storage_protocol,
  timer_mode,
} from '../core/codes.ts'
import { coded, decimal, jsonText, rule, secret, text, urlOrEmpty, whole } from '../core/fields.ts'
import { default_key_template } from './key-template.ts'
import { serverTrust } from '../core/server-trust.ts'
import { isHost, hostPortOf, scheduleIssue, secondOfDay, type IssueKind, type Period } from '../core/rules.ts'

export const alg_param = z.strictObject({
  track_seconds: whole(1, 600, 's'),
  track_step: whole(1, 100),
  track_th: decimal(0, 1),
  cover_th: decimal(0, 1),
  sim_th: decimal(0, 1),
  event_th: decimal(0, 1),
  merge_seconds: whole(0, 3600, 's'),
  auto_plate_th: decimal(0, 1),
  plate_type: coded(plate_type),
  auto_plate_ch_th: decimal(0, 1),
  auto_event_th: decimal(0, 1),
  timer_mode: coded(timer_mode),
  timer_seconds: whole(10, 86_400, 's'),
  charge_mode: coded(charge_mode),
  auto_upload_th: decimal(0, 1),
  debug_mode: z.boolean(),
  motor_det: z.boolean(),
  motor_mode: coded(motor_mode),
  motor_min_seconds: whole(0, 3600, 's'),
})

const time_of_day = z.string().check(z.refine((text) => secondOfDay(text) !== undefined, { error: 'time' }))
const period = z.strictObject({ start: time_of_day, end: time_of_day })

/** A plan applies to `range` on each of `days`, 1 (Monday) to 7 (spec §3). Time without a plan is charged. */
export const schedule_plan = z.strictObject({
  days: z.array(whole(1, 7)).check(z.minLength(1), z.maxLength(7)),
  range: period,
  type: coded(schedule_type),
})

export const schedule_param = z.strictObject({
  plans: z.array(schedule_plan).check(
    z.maxLength(200),
    rule((plans) => plansIssue(plans)),
  ),
})

/** The plans of one day must not overlap, and none may cross midnight (spec §5). */
function plansIssue(plans: readonly { days: readonly number[]; range: Period }[]) {
  for (let day = 1; day <= 7; day++) {
    const issue = scheduleIssue(plans.filter((plan) => plan.days.includes(day)).map((plan) => plan.range))
    if (issue) return issue.issue
  }
  return undefined
}

export const event_param = z.strictObject({
  images_process: z.boolean(),
  image_plate: z.boolean(),
  image_car: z.boolean(),
  image_max_bytes: whole(20_000, 8_000_000, 'B'),
  image_width: whole(320, 7680, 'px'),
  image_height: whole(240, 4320, 'px'),
  image_direction_adaption: z.boolean(),
  privacy_protection: z.boolean(),
  video_enabled: z.boolean(),
  video_max_bytes: whole(100_000, 100_000_000, 'B'),
  video_width: whole(320, 3840, 'px'),
  video_height: whole(240, 2160, 'px'),
  video_duration: whole(1, 60, 's'),
  video_fps: whole(1, 30, 'fps'),
  osd_enabled: z.boolean(),
  osd_align: coded(osd_align),
  osd_datetime: z.boolean(),
  osd_device_name: coded(osd_device_name),
  osd_address: z.boolean(),
  osd_lot_line: z.boolean(),
  osd_lot_no: z.boolean(),
  osd_lot_no_all: z.boolean(),
  osd_plate_text: z.boolean(),
  osd_plate_color: z.boolean(),
})

export const storage_param = z.strictObject({
  protocol: coded(storage_protocol),
  endpoint: urlOrEmpty('http', 'https', 'ftp', 'ftps'),
  username: text(256),
  password: secret(),
  directory: text(256),
  key_re: text(256),
  /** Ours, as in the other groups: what its TLS certificate is verified against (core/server-trust.ts). */
  server_trust: serverTrust(),
})

export const platform_param = z.strictObject({
  operator_no: text(64),
  /** 1 is the protocol of docs/platform.md. */
  protocol: whole(1, 1),
  /**
   * A secret in the query of an address is returned as "******"; sending that back keeps the stored value
   * (url-secrets.ts).
   */
  auth_url: urlOrEmpty('http', 'https'),
  device_init_url: urlOrEmpty('http', 'https'),
  device_hb_url: urlOrEmpty('http', 'https'),
  heartbeat_interval: whole(5, 86_400, 's'),
  data_url: urlOrEmpty('http', 'https'),
  timer_data_url: urlOrEmpty('http', 'https'),
  lot_state_url: urlOrEmpty('http', 'https'),
  /**
   * A JSON object as text. Values whose names indicate a secret are returned as "******"; sending that back
   * keeps the stored value.
   */
  extra_info: jsonText(10_000),
  server_trust: serverTrust(),
})

const email = text(254).check(
  z.refine((text) => text === '' || /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(text), { error: 'email' }),
)

export const alarm_param = z.strictObject({
  /**
   * `host`, `host:port`, or either preceded by `smtp://` or `smtps://`. TLS from the first byte at port 465
   * or with `smtps://`, else STARTTLS.
   */
  email_server: z.string().check(
    z.maxLength(253),
    z.refine((text) => text === '' || mailServerOf(text) !== undefined, { error: 'host' }),
  ),
  from_user: text(254),
  from_auth: secret(),
  from_email: email,
  to_email: z.array(email.check(z.minLength(1))).check(z.maxLength(20)),
  server_trust: serverTrust(),
})

/** The standard port of MQTT over TLS (IANA `secure-mqtt`). */
export const mqtt_port = 8883

/** Ours: events, alarms and states are also sent to an MQTT broker (docs/integrate/mqtt.md). */
export const mqtt_param = z.strictObject({
  enabled: z.boolean(),
  /** `host` or `host:port`; always TLS. */
  broker: z.string().check(
    z.maxLength(260),
    z.refine((text) => text === '' || hostPortOf(text) !== undefined, { error: 'host' }),
  ),
  username: text(256),
  password: secret(),
  /** Empty means `parking-` and the serial number. */
  client_id: text(64),
  /** The topic levels before the serial number of the device. */
  topic_prefix: text(100).check(rule(topicPrefixIssue)),
  send_events: z.boolean(),
  send_alarms: z.boolean(),
  send_lots: z.boolean(),
  send_health: z.boolean(),
  health_seconds: whole(10, 86_400, 's'),
  /** Maximum number of events and alarms that the device keeps for the broker, waiting and sent together. */
  max_messages: whole(1_000, 1_000_000),
  server_trust: serverTrust(),
})

/** No wildcard, no empty level, and nothing that a broker reserves for itself (`$SYS`). */
export function topicPrefixIssue(prefix: string): IssueKind | undefined {
  if (prefix === '') return 'required'
  return /^[^$/+#][^+#]*$/.test(prefix) && prefix.split('/').every((level) => level !== '')
    ? undefined
    : 'topic'
}

/**
 * Parses a mail server; undefined for an invalid text. The port defaults to 465 (TLS) for `smtps://`, else
 * 587 (STARTTLS).
 */
export function mailServerOf(
  text: string,
): { host: string; port: number; tls: 'from_the_start' | 'starttls' } | undefined {
  const [, scheme, rest = ''] = /^(?:(smtps?):\/\/)?(.*)$/i.exec(text) ?? []
  const place = hostPortOf(rest)
  if (!place || !isHost(place.host)) return undefined
  const port = place.port ?? (scheme?.toLowerCase() === 'smtps' ? 465 : 587)
  return {
    host: place.host,
    port,
    tls: port === 465 || scheme?.toLowerCase() === 'smtps' ? 'from_the_start' : 'starttls',
  }
}

/** The groups, in the order of pages and documents. */
export const param_groups = [
  'alg_param',
  'schedule_param',
  'event_param',
  'storage_param',
  'platform_param',
  'alarm_param',
  'mqtt_param',
] as const
export type ParamGroup = (typeof param_groups)[number]
export const param_shapes = {
  alg_param,
  schedule_param,
  event_param,
  storage_param,
  platform_param,
  alarm_param,
  mqtt_param,
}
export type Params = { [Group in ParamGroup]: z.output<(typeof param_shapes)[Group]> }

/**
 * Ours: the number of changes of the group. A change may include the revision on which it is based: if
 * another user has saved since, it is refused (7000 `changed_meanwhile`). Without it the last change wins.
 */
const revision = { revision: z.optional(whole(0, Number.MAX_SAFE_INTEGER)) }

/** The answers: secrets are empty, and a field says whether each is set. */
export const alg_param_shown = z.extend(alg_param, revision)
export const schedule_param_shown = z.extend(schedule_param, revision)
export const event_param_shown = z.extend(event_param, revision)
export const storage_param_shown = z.extend(storage_param, { password_set: z.boolean(), ...revision })
export const platform_param_shown = z.extend(platform_param, revision)
export const alarm_param_shown = z.extend(alarm_param, { from_auth_set: z.boolean(), ...revision })
export const mqtt_param_shown = z.extend(mqtt_param, { password_set: z.boolean(), ...revision })

/** The bodies of changes: any of the fields. */
export const alg_param_change = z.extend(z.partial(alg_param), revision)
export const schedule_param_change = z.extend(schedule_param, revision)
export const event_param_change = z.extend(z.partial(event_param), revision)
export const storage_param_change = z.extend(z.partial(storage_param), revision)
export const platform_param_change = z.extend(z.partial(platform_param), revision)
export const alarm_param_change = z.extend(z.partial(alarm_param), revision)
export const mqtt_param_change = z.extend(z.partial(mqtt_param), revision)

/**
 * Factory values of the algorithm. A result with a confidence below one half is not reported, and no timer
 * captures pictures.
 */
export const alg_factory: Params['alg_param'] = {
  track_seconds: 10,
  track_step: 5,
  track_th: 0.5,
  cover_th: 0.4,
  sim_th: 0.7,
  event_th: 0.5,
  merge_seconds: 5,
  auto_plate_th: 0.5,
  plate_type: plate_type.mainland,
  auto_plate_ch_th: 0.5,
  auto_event_th: 0.6,
  timer_mode: timer_mode.off,
  timer_seconds: 600,
  charge_mode: charge_mode.real_time,
  auto_upload_th: 0.5,
  debug_mode: false,
  motor_det: false,
  motor_mode: motor_mode.any,
  motor_min_seconds: 10,
}

/** Factory plan: empty, so the whole day is charged (spec §4). */
export const schedule_factory: Params['schedule_param'] = { plans: [] }

/**
 * Factory values of the evidence: full HD (GA/T 832 requires at least 1280x720), with the facts that a person
 * needs written on the picture.
 */
export const event_factory: Params['event_param'] = {
  images_process: true,
  image_plate: true,
  image_car: true,
  image_max_bytes: 600_000,
  image_width: 1920,
  image_height: 1080,
  image_direction_adaption: false,
  privacy_protection: false,
  video_enabled: false,
  video_max_bytes: 5_000_000,
  video_width: 1280,
  video_height: 720,
  video_duration: 10,
  video_fps: 15,
  osd_enabled: true,
  osd_align: osd_align.left,
  osd_datetime: true,
  osd_device_name: osd_device_name.camera_name,
  osd_address: true,
  osd_lot_line: true,
  osd_lot_no: true,
  osd_lot_no_all: false,
  osd_plate_text: true,
  osd_plate_color: false,
}

/** Factory values of the object storage: none is set. */
export const storage_factory: Params['storage_param'] = {
  protocol: storage_protocol.s3,
  endpoint: '',
  username: '',
  password: '',
  directory: '',
  key_re: default_key_template,
  server_trust: '',
}

/** Factory values of the platform: none is set. */
export const platform_factory: Params['platform_param'] = {
  operator_no: '',
  protocol: 1,
  auth_url: '',
  device_init_url: '',
  device_hb_url: '',
  heartbeat_interval: 60,
  data_url: '',
  timer_data_url: '',
  lot_state_url: '',
  extra_info: '',
  server_trust: '',
}

/** Factory values of the alarm mail: none is sent. */
export const alarm_factory: Params['alarm_param'] = {
  email_server: '',
  from_user: '',
  from_auth: '',
  from_email: '',
  to_email: [],
  server_trust: '',
}

/** Factory values of MQTT: off. */
export const mqtt_factory: Params['mqtt_param'] = {
  enabled: false,
  broker: '',
  username: '',
  password: '',
  client_id: '',
  topic_prefix: 'parking/v1',
  send_events: true,
  send_alarms: true,
  send_lots: true,
  send_health: true,
  health_seconds: 60,
  max_messages: 50_000,
  server_trust: '',
}

export const param_factory: Params = {
  alg_param: alg_factory,
  schedule_param: schedule_factory,
  event_param: event_factory,
  storage_param: storage_factory,
  platform_param: platform_factory,
  alarm_param: alarm_factory,
  mqtt_param: mqtt_factory,
}
