/** Area `parking`: what the calls of spec §7 do. */
import type { parking_calls } from '@parking/contract'
import { notYet, type Handlers } from '../serve.ts'

export const parking_handlers = {
  get_alg_param: notYet, update_alg_param: notYet, get_schedule_param: notYet, update_schedule_param: notYet,
  get_event_param: notYet, update_event_param: notYet, get_storage_param: notYet, update_storage_param: notYet,
  get_platform_param: notYet, update_platform_param: notYet, get_alarm_param: notYet, update_alarm_param: notYet,
  get_all_param: notYet, update_all_param: notYet, parking_event: notYet, delete_parking_event: notYet,
  manual_parking_event: notYet, delete_manual_parking_event: notYet, parking_event_search_condition: notYet, human_check: notYet,
  get_business_mode: notYet, set_business_mode: notYet,
} satisfies Handlers<keyof typeof parking_calls>
