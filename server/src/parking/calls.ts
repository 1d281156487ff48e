/** Area `parking`: what the calls of spec §7 do. */
import type { parking_calls } from '@parking/contract'
import { notYet, type Handlers } from '../serve.ts'
import { businessMode, setBusinessMode } from './business-mode.ts'
import { deleteEvents } from './event-delete.ts'
import { listEvents } from './event-list.ts'
import { searchCondition } from './event.store.ts'
import { humanCheck } from './human-check.ts'
import { shownPlatformParam, updatePlatformParam } from './platform-param.store.ts'

export const parking_handlers = {
  parking_event: (filter, { db, media, now }) => listEvents(db, media, filter, now()),
  parking_event_search_condition: (_, { db }) => searchCondition(db),

  get_platform_param: (_, context) => shownPlatformParam(context),

  update_platform_param(change, context) {
    updatePlatformParam(context, change)
    context.log.info({ user: context.session.username, fields: Object.keys(change) }, 'platform parameters changed')
    return {}
  },

  get_alg_param: notYet,
  update_alg_param: notYet,
  get_schedule_param: notYet,
  update_schedule_param: notYet,
  get_event_param: notYet,
  update_event_param: notYet,
  get_storage_param: notYet,
  update_storage_param: notYet,
  get_alarm_param: notYet,
  update_alarm_param: notYet,
  get_all_param: notYet,
  update_all_param: notYet,
  delete_parking_event: (body, context) => deleteEvents(body, context),
  manual_parking_event: (filter, { db, media, now }) => listEvents(db, media, { ...filter, manual: true }, now()),
  delete_manual_parking_event: (body, context) => deleteEvents(body, context, 'manual'),
  human_check: (body, context) => humanCheck(body, context),
  get_business_mode: (_, { db }) => businessMode(db),
  set_business_mode: (body, context) => setBusinessMode(body, context),
} satisfies Handlers<keyof typeof parking_calls>
