/** Area `parking`: what the calls of spec §7 do. */
import type { parking_calls } from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { businessMode, setBusinessMode } from '../business-mode/business-mode.ts'
import { deleteEvents } from './event-delete.ts'
import { listEvents } from './list/event-list.ts'
import { exportEvents } from './export/event-export.ts'
import { eventQueue } from '../queue/queue-view.ts'
import { searchCondition } from './record/event.store.ts'
import { humanCheck } from '../checks/human-check.ts'
import { updateParam, updateParams } from '../params/param-change.ts'
import { resendEvents } from '../queue/resend.ts'
import { retentionRule, updateRetention } from '../retention/retention.store.ts'
import { shownParam, shownParams } from '../params/param.store.ts'
import { sendingPause, setSendingPause } from '../queue/sending-pause.ts'
import { storageKeyFacts } from '../storage/storage-key-facts.ts'
import { testStorage } from '../storage/storage-test.ts'
import { storageTestSteps } from '../storage/storage-watch.ts'

/** These answer nothing but that it is done. */
const done = (_: void) => ({})

export const parking_handlers = {
  parking_event: (filter, { db, media, now }) => listEvents(db, media, filter, now()),
  parking_event_search_condition: (_, { db }) => searchCondition(db),

  get_alg_param: (_, context) => shownParam(context, 'alg_param'),
  update_alg_param: (change, context) => done(updateParam('alg_param', change, context)),
  get_schedule_param: (_, context) => shownParam(context, 'schedule_param'),
  update_schedule_param: (change, context) => done(updateParam('schedule_param', change, context)),
  get_event_param: (_, context) => shownParam(context, 'event_param'),
  update_event_param: (change, context) => done(updateParam('event_param', change, context)),
  get_storage_param: (_, context) => shownParam(context, 'storage_param'),
  update_storage_param: (change, context) => done(updateParam('storage_param', change, context)),
  get_platform_param: (_, context) => shownParam(context, 'platform_param'),
  update_platform_param: (change, context) => done(updateParam('platform_param', change, context)),
  get_alarm_param: (_, context) => shownParam(context, 'alarm_param'),
  update_alarm_param: (change, context) => done(updateParam('alarm_param', change, context)),
  get_all_param: (_, context) => shownParams(context),
  update_all_param: (changes, context) => done(updateParams(changes, context)),

  delete_parking_event: (body, context) => deleteEvents(body, context),
  manual_parking_event: (filter, { db, media, now }) =>
    listEvents(db, media, { ...filter, manual: true }, now()),
  delete_manual_parking_event: (body, context) => deleteEvents(body, context, 'manual'),
  human_check: (body, context) => humanCheck(body, context),
  get_business_mode: (_, { db }) => businessMode(db),
  set_business_mode: (body, context) => setBusinessMode(body, context),

  get_retention: (_, context) => retentionRule(context),
  update_retention: (change, context) => done(updateRetention(context, change)),

  resend_parking_event: ({ list }, context) => resendEvents(context, list, context.session.username),
  export_parking_event: (body, context) => exportEvents(body, context),

  event_queue: (_, context) => eventQueue(context),
  set_event_sending({ paused }, { db, bus, session, now }) {
    setSendingPause(db, bus, paused, session.username, now())
    return sendingPause(db)
  },

  test_storage: (form, context) => testStorage(form, context.session.username, context),
  storage_test_steps: ({ watch }, { db, session }) => ({
    passed: storageTestSteps(db, session.username, watch),
  }),
  storage_key_facts: (_, context) => storageKeyFacts(context),
} satisfies Handlers<keyof typeof parking_calls>
