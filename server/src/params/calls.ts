/** Area `parking`: the parameter groups, one by one and all together (spec §7). */
import type { param_calls } from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { updateParam, updateParams } from './param-change.ts'
import { shownParam, shownParams } from './param.store.ts'

export const param_handlers = {
  get_alg_param: (_, context) => shownParam(context, 'alg_param'),
  get_schedule_param: (_, context) => shownParam(context, 'schedule_param'),
  get_event_param: (_, context) => shownParam(context, 'event_param'),
  get_storage_param: (_, context) => shownParam(context, 'storage_param'),
  get_platform_param: (_, context) => shownParam(context, 'platform_param'),
  get_alarm_param: (_, context) => shownParam(context, 'alarm_param'),
  get_mqtt_param: (_, context) => shownParam(context, 'mqtt_param'),
  get_all_param: (_, context) => shownParams(context),
  update_alg_param: (change, context) => nothing(updateParam('alg_param', change, context)),
  update_schedule_param: (change, context) => nothing(updateParam('schedule_param', change, context)),
  update_event_param: (change, context) => nothing(updateParam('event_param', change, context)),
  update_storage_param: (change, context) => nothing(updateParam('storage_param', change, context)),
  update_platform_param: (change, context) => nothing(updateParam('platform_param', change, context)),
  update_alarm_param: (change, context) => nothing(updateParam('alarm_param', change, context)),
  update_mqtt_param: (change, context) => nothing(updateParam('mqtt_param', change, context)),
  update_all_param: (changes, context) => nothing(updateParams(changes, context)),
} satisfies Handlers<keyof typeof param_calls>

/** The answer of a call that reports only its success. */
const nothing = (_: void) => ({})
