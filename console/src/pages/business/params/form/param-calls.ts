/**
 * The calls of each parameter group, the roles that may change it, and whether the analysis program uses it.
 * Shapes, defaults and rules are in the contract.
 */
import { admins, workers } from '@parking/contract/core/call.ts'
import type { Path } from '@parking/contract/calls.ts'
import type { Role } from '@parking/contract/core/codes.ts'
import type { ParamGroup } from '@parking/contract/params/params.ts'

type Pair = { get: Path; update: Path; roles: readonly Role[]; analysis: boolean }

export const param_calls = {
  alg_param: {
    get: '/api/parking/get_alg_param',
    update: '/api/parking/update_alg_param',
    roles: workers,
    analysis: true,
  },
  schedule_param: {
    get: '/api/parking/get_schedule_param',
    update: '/api/parking/update_schedule_param',
    roles: workers,
    analysis: true,
  },
  event_param: {
    get: '/api/parking/get_event_param',
    update: '/api/parking/update_event_param',
    roles: workers,
    analysis: true,
  },
  storage_param: {
    get: '/api/parking/get_storage_param',
    update: '/api/parking/update_storage_param',
    roles: admins,
    analysis: false,
  },
  platform_param: {
    get: '/api/parking/get_platform_param',
    update: '/api/parking/update_platform_param',
    roles: admins,
    analysis: false,
  },
  alarm_param: {
    get: '/api/parking/get_alarm_param',
    update: '/api/parking/update_alarm_param',
    roles: admins,
    analysis: false,
  },
  mqtt_param: {
    get: '/api/parking/get_mqtt_param',
    update: '/api/parking/update_mqtt_param',
    roles: admins,
    analysis: false,
  },
} as const satisfies Record<ParamGroup, Pair>
