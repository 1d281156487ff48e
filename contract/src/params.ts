/** Area `parking`, the parameters (spec §3, §9). Factory values stand beside the shapes, never inside them (DESIGN §10). */
import * as z from 'zod/mini'
import {
  charge_mode, motor_mode, osd_align, osd_device_name, plate_type, schedule_type, storage_protocol, timer_mode,
} from './codes.ts'
import { coded, decimal, jsonText, rule, secret, text, urlOrEmpty, whole } from './fields.ts'
import { scheduleIssue, secondOfDay, type Period } from './rules.ts'

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

/** `range` is a list of periods of a day, each with its `type` (spec §3); days 1 (Monday) to 7. Unset time is charge. */
export const schedule_plan = z.strictObject({
  days: z.array(whole(1, 7)).check(z.minLength(1), z.maxLength(7)),
  range: period,
  type: coded(schedule_type),
})

export const schedule_param = z.strictObject({
  plans: z.array(schedule_plan).check(z.maxLength(200), rule((plans) => plansIssue(plans))),
})

/** Plans of one day must not overlap and none may run over midnight unsplit (spec §5). */
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
})

export const platform_param = z.strictObject({
  operator_no: text(64),
  /** 1 is the wire of docs/platform.md. */
  protocol: whole(1, 1),
  auth_url: urlOrEmpty('http', 'https'),
  device_init_url: urlOrEmpty('http', 'https'),
  device_hb_url: urlOrEmpty('http', 'https'),
  heartbeat_interval: whole(5, 86_400, 's'),
  data_url: urlOrEmpty('http', 'https'),
  timer_data_url: urlOrEmpty('http', 'https'),
  lot_state_url: urlOrEmpty('http', 'https'),
  /** A JSON object as text. Values of keys that name a secret read as "******"; writing that back keeps the old one. */
  extra_info: jsonText(10_000),
})

const email = z.string().check(z.maxLength(254), z.refine((text) => text === '' || /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(text), { error: 'email' }))

export const alarm_param = z.strictObject({
  email_server: text(253),
  from_user: text(254),
  from_auth: secret(),
  from_email: email,
  to_email: z.array(email).check(z.maxLength(20)),
})

/** What reading answers: secrets empty, and whether each is set. */
export const storage_param_shown = z.extend(storage_param, { password_set: z.boolean() })
export const alarm_param_shown = z.extend(alarm_param, { from_auth_set: z.boolean() })

/** Factory values of the platform parameters. */
export const platform_factory: z.infer<typeof platform_param> = {
  operator_no: '', protocol: 1, auth_url: '', device_init_url: '', device_hb_url: '', heartbeat_interval: 60, data_url: '', timer_data_url: '', lot_state_url: '', extra_info: '',
}
