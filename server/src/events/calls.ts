/** Area `parking` (spec §7): lists events, shows one in detail, deletes and exports them. */
import type { event_calls, event_detail_calls, event_export_calls } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { deleteEvents } from './event-delete.ts'
import { eventDetail, eventTombstone } from './event-detail.ts'
import { exportEvents, type ExportJobs } from './export/event-export.ts'
import { eventDays } from './list/event-days.ts'
import { listEvents } from './list/event-list.ts'
import { searchCondition } from './record/event.store.ts'

type Needs = CallContext & { export_jobs: ExportJobs }

export const event_handlers = {
  parking_event: (filter, { db, media, now }) => listEvents(db, media, filter, now()),
  parking_event_search_condition: (_, { db }) => searchCondition(db),
  event_days: (body, { db }) => eventDays(db, body),
  parking_event_detail: (body, context) => eventDetail(body, context),
  parking_event_tombstone: (body, context) => eventTombstone(body, context),
  manual_parking_event: (filter, { db, media, now }) =>
    listEvents(db, media, { ...filter, manual: true }, now()),
  delete_parking_event: (body, context) => deleteEvents(body, context),
  delete_manual_parking_event: (body, context) => deleteEvents(body, context, 'manual'),
  export_parking_event: (body, context) => exportEvents(body, context),
} satisfies Handlers<
  keyof typeof event_calls | keyof typeof event_detail_calls | keyof typeof event_export_calls,
  Needs
>
