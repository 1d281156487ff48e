/**
 * Reading and changing the parameters, one group at a time or all groups at once (spec §7). Long because each
 * group has two calls.
 */
import * as z from 'zod/mini'
import { admins, defineCall, viewers, workers } from '../core/call.ts'
import { nothing } from '../core/fields.ts'
import {
  alarm_param_change,
  alarm_param_shown,
  alg_param_change,
  alg_param_shown,
  event_param_change,
  event_param_shown,
  mqtt_param_change,
  mqtt_param_shown,
  platform_param_change,
  platform_param_shown,
  schedule_param_change,
  schedule_param_shown,
  storage_param_change,
  storage_param_shown,
} from './params.ts'

export const get_alg_param = defineCall({
  path: '/api/parking/get_alg_param',
  roles: viewers,
  effect: 'read',
  summary: 'The algorithm parameters.',
  body: nothing,
  answer: alg_param_shown,
  example: {},
})
export const update_alg_param = defineCall({
  path: '/api/parking/update_alg_param',
  roles: workers,
  effect: 'write',
  audit: 'changes',
  summary: 'Change algorithm parameters. Fields that are not given stay as they are.',
  body: alg_param_change,
  answer: nothing,
  example: { cover_th: 0.4 },
})

export const get_schedule_param = defineCall({
  path: '/api/parking/get_schedule_param',
  roles: viewers,
  effect: 'read',
  summary: 'The plan of the day.',
  body: nothing,
  answer: schedule_param_shown,
  example: {},
})
export const update_schedule_param = defineCall({
  path: '/api/parking/update_schedule_param',
  roles: workers,
  effect: 'write',
  audit: 'changes',
  summary: 'Change the plan of the day. Periods must not overlap; a period over midnight is split (spec §5).',
  body: schedule_param_change,
  answer: nothing,
  example: { plans: [{ days: [1, 2, 3, 4, 5], range: { start: '08:00:00', end: '19:59:59' }, type: 1 }] },
})

export const get_event_param = defineCall({
  path: '/api/parking/get_event_param',
  roles: viewers,
  effect: 'read',
  summary: 'The evidence parameters.',
  body: nothing,
  answer: event_param_shown,
  example: {},
})
export const update_event_param = defineCall({
  path: '/api/parking/update_event_param',
  roles: workers,
  effect: 'write',
  audit: 'changes',
  summary: 'Change evidence parameters. Fields that are not given stay as they are.',
  body: event_param_change,
  answer: nothing,
  example: { osd_align: 1 },
})

export const get_storage_param = defineCall({
  path: '/api/parking/get_storage_param',
  roles: viewers,
  effect: 'read',
  summary: 'The parameters of the object storage.',
  body: nothing,
  answer: storage_param_shown,
  example: {},
})
export const update_storage_param = defineCall({
  path: '/api/parking/update_storage_param',
  roles: admins,
  effect: 'write',
  audit: 'changes',
  summary: 'Change the object storage. An empty password keeps the stored one.',
  body: storage_param_change,
  answer: nothing,
  example: { protocol: 4, endpoint: 'https://s3.example.com' },
})

export const get_platform_param = defineCall({
  path: '/api/parking/get_platform_param',
  roles: viewers,
  effect: 'read',
  summary: 'The parameters of the IoT platform.',
  body: nothing,
  answer: platform_param_shown,
  example: {},
})
export const update_platform_param = defineCall({
  path: '/api/parking/update_platform_param',
  roles: admins,
  effect: 'write',
  audit: 'changes',
  summary: 'Change the parameters of the IoT platform. Fields that are not given stay as they are.',
  body: platform_param_change,
  answer: nothing,
  example: { operator_no: 'OP-0755', data_url: 'https://iot.example.com/data' },
})

export const get_alarm_param = defineCall({
  path: '/api/parking/get_alarm_param',
  roles: viewers,
  effect: 'read',
  summary: 'The parameters of the alarm mail.',
  body: nothing,
  answer: alarm_param_shown,
  example: {},
})
export const update_alarm_param = defineCall({
  path: '/api/parking/update_alarm_param',
  roles: admins,
  effect: 'write',
  audit: 'changes',
  summary: 'Change the parameters of the alarm mail. An empty from_auth keeps the stored one.',
  body: alarm_param_change,
  answer: nothing,
  example: { email_server: 'smtp.example.com:587', to_email: ['duty@example.com'] },
})

export const get_mqtt_param = defineCall({
  path: '/api/parking/get_mqtt_param',
  roles: viewers,
  effect: 'read',
  summary: 'The parameters of the MQTT broker (docs/integrate/mqtt.md).',
  body: nothing,
  answer: mqtt_param_shown,
  example: {},
  ours: true,
})
export const update_mqtt_param = defineCall({
  path: '/api/parking/update_mqtt_param',
  roles: admins,
  effect: 'write',
  audit: 'changes',
  summary: 'Change the parameters of the MQTT broker. An empty password keeps the stored one.',
  body: mqtt_param_change,
  answer: nothing,
  example: { enabled: true, broker: 'mqtt.example.com:8883' },
  ours: true,
})

export const get_all_param = defineCall({
  path: '/api/parking/get_all_param',
  roles: viewers,
  effect: 'read',
  summary: 'All groups of parameters.',
  body: nothing,
  answer: z.strictObject({
    alg_param: alg_param_shown,
    schedule_param: schedule_param_shown,
    event_param: event_param_shown,
    storage_param: storage_param_shown,
    platform_param: platform_param_shown,
    alarm_param: alarm_param_shown,
    mqtt_param: mqtt_param_shown,
  }),
  example: {},
})
export const update_all_param = defineCall({
  path: '/api/parking/update_all_param',
  roles: admins,
  effect: 'write',
  audit: 'changes',
  summary: 'Change several groups of parameters, all or none.',
  body: z.partial(
    z.strictObject({
      alg_param: alg_param_change,
      schedule_param: schedule_param_change,
      event_param: event_param_change,
      storage_param: storage_param_change,
      platform_param: platform_param_change,
      alarm_param: alarm_param_change,
      mqtt_param: mqtt_param_change,
    }),
  ),
  answer: nothing,
  example: { alg_param: { cover_th: 0.4 } },
})

export const param_calls = {
  get_alg_param,
  update_alg_param,
  get_schedule_param,
  update_schedule_param,
  get_event_param,
  update_event_param,
  get_storage_param,
  update_storage_param,
  get_platform_param,
  update_platform_param,
  get_alarm_param,
  update_alarm_param,
  get_mqtt_param,
  update_mqtt_param,
  get_all_param,
  update_all_param,
}
