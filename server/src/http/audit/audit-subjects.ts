/** What a call changes, as it is now: read before and after it, so that the audit can say what is different. A call that is not here shows its body instead. */
import type { Trials } from '#src/device/trial.ts'
import type { Answer, Body, CallName, ParamGroup } from '@parking/contract'
import { alarmMailRule } from '#src/alarm/rule.store.ts'
import type { Values } from '#src/core/audit-values.ts'
import { deviceAddress, deviceName } from '#src/device/device.store.ts'
import { knownClock } from '#src/device/time.ts'
import { shownVpnAccount } from '#src/device/vpn-account.ts'
import { modeAndScenes } from '#src/business-mode/business-mode.ts'
import { shown, readParam, shownParams } from '#src/params/param.store.ts'
import { retentionRule } from '#src/retention/retention.store.ts'
import { sendingPause } from '#src/queue/sending-pause.ts'
import { cameraValues, sceneValues } from '#src/history/section-values.ts'
import type { CallContext } from '#src/core/call-context.ts'
import { restoreConfig } from '#src/system/restore/restore.ts'
import { listEntries } from '#src/system/whitelist/whitelist.store.ts'

/** The parts of the runtime that the subjects read. */
export type SubjectNeeds = { trials: Trials }
type SubjectContext = CallContext & SubjectNeeds

/** `answer` is there after the call, and only then. */
type Subject<Name extends CallName> = (
  body: Body<Name>,
  context: SubjectContext,
  answer: Answer<Name> | undefined,
) => Values

const subjects: { readonly [Name in CallName]?: Subject<Name> } = {
  set_basic_info: (_, { db }) => ({ name: deviceName(db) }),
  set_address: (_, { db }) => deviceAddress(db),
  set_time: ({ time }, context, answer) => ({
    ...knownClock(context),
    ...(answer && time !== undefined ? { time } : {}),
  }),
  set_ntp: (_, context) => ({ ...knownClock(context) }),
  set_ipv4: (_, __, answer) => answer?.trial.after ?? {},
  set_dns: (_, __, answer) => answer?.trial.after ?? {},
  confirm_trial: (_, context) => trial(context),
  cancel_trial: (_, context) => trial(context),
  register_vpn_online: (_, context) => shownVpnAccount(context),
  register_vpn_offline: (_, context) => shownVpnAccount(context),
  start_vpn: (_, context) => shownVpnAccount(context),
  stop_vpn: (_, context) => shownVpnAccount(context),
  cancel_vpn: (_, context) => shownVpnAccount(context),
  update_alg_param: (_, context) => param('alg_param', context),
  update_schedule_param: (_, context) => param('schedule_param', context),
  update_event_param: (_, context) => param('event_param', context),
  update_storage_param: (_, context) => param('storage_param', context),
  update_platform_param: (_, context) => param('platform_param', context),
  update_alarm_param: (_, context) => param('alarm_param', context),
  update_alarm_mail: (_, context) => ({ ...alarmMailRule(context) }),
  update_all_param: (_, context) => everyParam(context),
  update_retention: (_, context) => ({ ...retentionRule(context) }),
  set_event_sending: (_, { db }) => ({ paused: sendingPause(db).paused }),
  restore_param: (_, __, answer) =>
    answer ? { section: answer.section, fields: answer.changes.map(({ field }) => field).join(', ') } : {},
  add_onvif_camera: (_, context, answer) => cameraValues(answer?.camera_sn, context),
  add_common_camera: (_, context, answer) => cameraValues(answer?.camera_sn, context),
  update_onvif_camera: ({ camera_sn }, context) => cameraValues(camera_sn, context),
  update_common_camera: ({ camera_sn }, context) => cameraValues(camera_sn, context),
  delete_camera: ({ camera_sn }, context) => cameraValues(camera_sn, context),
  sync_onvif_camera: (_, __, answer) =>
    Object.fromEntries((answer?.list ?? []).map((one) => [one.camera_sn, one.code])),
  add_update_scene: ({ scene_id }, context, answer) => sceneValues(answer?.scene_id ?? scene_id, context),
  delete_scene: ({ scene_id }, context) => sceneValues(scene_id, context),
  accept_moved: ({ scene_id }, context) => sceneValues(scene_id, context),
  take_reference: (_, __, answer) => (answer ? { reference: answer.time_str } : {}),
  set_business_mode: (_, { db }, answer) => ({
    ...modeAndScenes(db),
    ...(answer?.snapshot !== undefined && { snapshot: answer.snapshot }),
  }),
  app_control: ({ action }, { app }, answer) => ({
    state: app.status().state,
    ...(answer ? { action } : {}),
  }),
  resend_parking_event: ({ list }, _, answer) =>
    answer ? { events: list.length, resent: answer.resent, left: answer.left } : {},
  export_parking_event: ({ format, manual, filter, list }, _, answer) =>
    answer
      ? {
          format,
          ...(manual ? { manual } : {}),
          ...filter,
          ...(list ? { list: list.length } : {}),
          state: answer.state,
          events: answer.events,
        }
      : {},
  parking_event_resume_upload: (_, __, answer) => (answer ? { resumed: answer.resumed } : {}),
  set_restore_config: (_, { db }) => restoreConfig(db),
  restore: (_, { db }, answer) => (answer ? { keep: restoreConfig(db).keep, snapshot: answer.snapshot } : {}),
  export_document: ({ secrets }, _, answer) =>
    answer ? { file_name: answer.file_name, secrets, bytes: answer.bytes } : {},
  apply_import: (_, __, answer) =>
    answer
      ? {
          snapshot: answer.snapshot,
          ...Object.fromEntries(answer.applied.map(({ section, total }) => [section, total])),
        }
      : {},
  add_whitelist: (_, context) => whitelist(context),
  delete_whitelist: (_, context) => whitelist(context),
}

/** Undefined where nothing is known of the call. A document that cannot be read does not keep anybody from changing it. */
export function subjectOf(
  name: CallName,
  body: unknown,
  context: SubjectContext,
  answer?: unknown,
): Values | undefined {
  const read = subjects[name] as
    ((body: unknown, context: SubjectContext, answer: unknown) => Values) | undefined
  try {
    return read?.(body, context, answer)
  } catch (error) {
    context.log.warn({ err: error, call: name }, 'what a call changes could not be read for the audit')
    return {}
  }
}

/** What was there before a trial stands in the answer that began it: the operating system is not asked twice. */
export function beforeIn(answer: unknown): Values {
  const begun = answer as { trial?: { before?: Values } } | null | undefined
  return begun?.trial?.before ?? {}
}

const param = (group: ParamGroup, context: CallContext): Values => ({
  ...shown(group, readParam(context, group)),
})

/** Named as the pages of one group name them, with the group before. */
const everyParam = (context: CallContext): Values =>
  Object.fromEntries(
    Object.entries(shownParams(context)).flatMap(([group, { revision: _, ...values }]) =>
      Object.entries(values).map(([field, value]) => [`${group}.${field}`, value]),
    ),
  )

function trial({ trials }: SubjectNeeds): Values {
  const { kind, state, reason, after } = trials.now()
  return { kind, state, reason, ...(state === 'confirmed' ? after : {}) }
}

const whitelist = ({ db }: CallContext): Values =>
  Object.fromEntries(listEntries(db).map(({ address, comment }) => [address, comment]))
