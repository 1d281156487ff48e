/** Area `parking`: parameters, parking events, manual checks, business mode (spec §3, §4, §7). Long because an area's calls stand together, and parking has the most (DESIGN §3). */
import * as z from 'zod/mini'
import { admins, defineCall, everyone, workers } from '../call.ts'
import { business_mode, event_status, event_type, response_status } from '../codes.ts'
import { event_batch_calls } from './event-batch.ts'
import { event_cursor, event_filter } from './event-filter.ts'
import { coded, filled, nothing, openCoded, paging, stamp, stampOrEmpty, text } from '../fields.ts'
import {
  alarm_param_change,
  alarm_param_shown,
  alg_param_change,
  alg_param_shown,
  event_param_change,
  event_param_shown,
  platform_param_change,
  platform_param_shown,
  schedule_param_change,
  schedule_param_shown,
  storage_param_change,
  storage_param_shown,
} from '../params/params.ts'
import { retention_calls } from '../retention/event-retention.ts'
import { queue_calls } from '../queue/event-queue.ts'
import { storage_calls } from '../storage/storage.ts'

export const picture_kinds = ['image', 'car', 'plate'] as const

/**
 * Where an event's lot lies in its picture of kind `image` as it is shown, from 0 to 1; null where nobody knows. scene_changed: it was drawn anew after the event, or the
 * camera had moved: then the outline need not fit.
 */
export const lot_in_picture = z.nullable(
  z.strictObject({ polygon: z.array(z.tuple([z.number(), z.number()])), scene_changed: z.boolean() }),
)

export const parking_event_row = z.strictObject({
  uuid: filled(36),
  event_time_str: stamp(),
  create_time_str: stamp(),
  parking_no: text(64),
  camera_name: text(64),
  lot_no: text(32),
  event_type: openCoded(event_type),
  plate_number: text(32),
  /** Signed addresses of the plate pictures. */
  pic_plates: z.array(text(500)),
  plate_color: text(32),
  send_time_str: stampOrEmpty(),
  count_tried: z.int(),
  response_time_str: stampOrEmpty(),
  response_status: openCoded(response_status),
  response_info: text(2000),
  status: openCoded(event_status),
  comment: text(500),
  /** Every picture of the event, with signed addresses; ours. */
  pictures: z.array(
    z.strictObject({
      kind: z.enum(picture_kinds),
      url: text(500),
      width: z.int(),
      height: z.int(),
      bytes: z.int(),
    }),
  ),
  /** How sure the analysis was, 0 to 100; ours. */
  confidence: z.number(),
  /** When it will be tried again, where it waits; ours. */
  next_try_str: stampOrEmpty(),
  /** What was read, where somebody who checked it put another plate in its place; ours. */
  plate_read: z.optional(text(32)),
  /** Somebody should look at it; ours. */
  to_check: z.optional(z.literal(true)),
  /** Its pictures and its clip were let go (retention); ours. */
  media_gone: z.optional(z.literal(true)),
})

/** A page of events. Ours: `next` (older) and `previous` (newer) are cursors, there where such a page is; `total_is_more` where there are at least `total`, which only whoever asks by `cursor` may be told, of a plate that is found very often (docs/decisions/0024). */
const event_page = z.strictObject({
  total: z.int().check(z.gte(0)),
  list: z.array(parking_event_row),
  next: z.optional(z.string()),
  previous: z.optional(z.string()),
  total_is_more: z.optional(z.literal(true)),
})
const event_paging = { ...paging, cursor: event_cursor }

const uuids = z.strictObject({ list: z.array(filled(36)).check(z.minLength(1), z.maxLength(500)) })
const deleted = z.strictObject({ deleted: z.int() })

export const parking_event = defineCall({
  path: '/api/parking/parking_event',
  roles: everyone,
  effect: 'read',
  slow: true,
  summary: 'The parking events, newest first (30 s).',
  body: z.strictObject({ ...event_paging, ...event_filter }),
  answer: event_page,
  example: { page: 1, page_size: 20, status: 2 },
})

export const parking_event_search_condition = defineCall({
  path: '/api/parking/parking_event_search_condition',
  roles: everyone,
  effect: 'read',
  summary: 'What there is to filter by: the values that occur.',
  body: nothing,
  answer: z.strictObject({
    parking_no: z.array(z.string()),
    camera_name: z.array(z.string()),
    lot_no: z.array(z.string()),
    plate_color: z.array(z.string()),
  }),
  example: {},
})

export const delete_parking_event = defineCall({
  path: '/api/parking/delete_parking_event',
  roles: admins,
  effect: 'write',
  slow: true,
  summary: 'Delete events. Leaves a tombstone (30 s).',
  body: uuids,
  answer: deleted,
  example: { list: ['0190a1b2-0000-7000-8000-000000000001'] },
})

export const manual_parking_event = defineCall({
  path: '/api/parking/manual_parking_event',
  roles: everyone,
  effect: 'read',
  slow: true,
  summary: 'The manual checks and second images, newest first (30 s).',
  body: z.strictObject({ ...event_paging, ...event_filter }),
  answer: event_page,
  example: { page: 1, page_size: 20 },
})

export const delete_manual_parking_event = defineCall({
  path: '/api/parking/delete_manual_parking_event',
  roles: admins,
  effect: 'write',
  slow: true,
  summary: 'Delete manual checks. Leaves a tombstone (30 s).',
  body: uuids,
  answer: deleted,
  example: { list: ['0190a1b2-0000-7000-8000-000000000002'] },
})

export const human_check = defineCall({
  path: '/api/parking/human_check',
  roles: workers,
  effect: 'write',
  summary: 'Somebody looked at a picture of a lot and says vacant (7) or occupied (8).',
  body: z.strictObject({
    lot_no: filled(32),
    event_type: z.literal([event_type.manual_vacancy_check, event_type.manual_occupied_check]),
    comment: text(500),
  }),
  answer: z.strictObject({ uuid: filled(36) }),
  example: { lot_no: 'A01', event_type: 8, comment: '' },
})

export const get_business_mode = defineCall({
  path: '/api/parking/get_business_mode',
  roles: everyone,
  effect: 'read',
  summary: 'High-position car (0) or motorcycle (2).',
  body: nothing,
  answer: z.strictObject({ business_mode: coded(business_mode) }),
  example: {},
})

export const set_business_mode = defineCall({
  path: '/api/parking/set_business_mode',
  roles: admins,
  effect: 'write',
  summary:
    'Switch the business mode. Clears all camera scenes (spec §4), of which a snapshot is made first; 1000 `same_as_before` where it is this mode already.',
  body: z.strictObject({ business_mode: coded(business_mode) }),
  /** What was cleared, and the snapshot that holds it; none is made where there was nothing to clear. Ours. */
  answer: z.strictObject({
    snapshot: z.optional(text(100)),
    scene_num: z.optional(z.int()),
    lot_num: z.optional(z.int()),
  }),
  example: { business_mode: 2 },
})

export const get_alg_param = defineCall({
  path: '/api/parking/get_alg_param',
  roles: everyone,
  effect: 'read',
  summary: 'Algorithm parameters.',
  body: nothing,
  answer: alg_param_shown,
  example: {},
})
export const update_alg_param = defineCall({
  path: '/api/parking/update_alg_param',
  roles: workers,
  effect: 'write',
  summary: 'Change algorithm parameters. What is not named stays.',
  body: alg_param_change,
  answer: nothing,
  example: { cover_th: 0.4 },
})

export const get_schedule_param = defineCall({
  path: '/api/parking/get_schedule_param',
  roles: everyone,
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
  summary: 'Change the plan of the day. Periods must not overlap; over midnight they are split (spec §5).',
  body: schedule_param_change,
  answer: nothing,
  example: { plans: [{ days: [1, 2, 3, 4, 5], range: { start: '08:00:00', end: '19:59:59' }, type: 1 }] },
})

export const get_event_param = defineCall({
  path: '/api/parking/get_event_param',
  roles: everyone,
  effect: 'read',
  summary: 'Evidence parameters.',
  body: nothing,
  answer: event_param_shown,
  example: {},
})
export const update_event_param = defineCall({
  path: '/api/parking/update_event_param',
  roles: workers,
  effect: 'write',
  summary: 'Change evidence parameters. What is not named stays.',
  body: event_param_change,
  answer: nothing,
  example: { osd_align: 1 },
})

export const get_storage_param = defineCall({
  path: '/api/parking/get_storage_param',
  roles: everyone,
  effect: 'read',
  summary: 'Object storage.',
  body: nothing,
  answer: storage_param_shown,
  example: {},
})
export const update_storage_param = defineCall({
  path: '/api/parking/update_storage_param',
  roles: admins,
  effect: 'write',
  summary: 'Change object storage. An empty password keeps the old one.',
  body: storage_param_change,
  answer: nothing,
  example: { protocol: 4, endpoint: 'https://s3.example.com' },
})

export const get_platform_param = defineCall({
  path: '/api/parking/get_platform_param',
  roles: everyone,
  effect: 'read',
  summary: 'The IoT platform.',
  body: nothing,
  answer: platform_param_shown,
  example: {},
})
export const update_platform_param = defineCall({
  path: '/api/parking/update_platform_param',
  roles: admins,
  effect: 'write',
  summary: 'Change the IoT platform. What is not named stays.',
  body: platform_param_change,
  answer: nothing,
  example: { operator_no: 'OP-0755', data_url: 'https://iot.example.com/data' },
})

export const get_alarm_param = defineCall({
  path: '/api/parking/get_alarm_param',
  roles: everyone,
  effect: 'read',
  summary: 'Alarm mail.',
  body: nothing,
  answer: alarm_param_shown,
  example: {},
})
export const update_alarm_param = defineCall({
  path: '/api/parking/update_alarm_param',
  roles: admins,
  effect: 'write',
  summary: 'Change alarm mail. An empty from_auth keeps the old one.',
  body: alarm_param_change,
  answer: nothing,
  example: { email_server: 'smtp.example.com:587', to_email: ['duty@example.com'] },
})

export const get_all_param = defineCall({
  path: '/api/parking/get_all_param',
  roles: everyone,
  effect: 'read',
  summary: 'All parameters at once.',
  body: nothing,
  answer: z.strictObject({
    alg_param: alg_param_shown,
    schedule_param: schedule_param_shown,
    event_param: event_param_shown,
    storage_param: storage_param_shown,
    platform_param: platform_param_shown,
    alarm_param: alarm_param_shown,
  }),
  example: {},
})
export const update_all_param = defineCall({
  path: '/api/parking/update_all_param',
  roles: admins,
  effect: 'write',
  summary: 'Change several groups of parameters, all or none.',
  body: z.partial(
    z.strictObject({
      alg_param: alg_param_change,
      schedule_param: schedule_param_change,
      event_param: event_param_change,
      storage_param: storage_param_change,
      platform_param: platform_param_change,
      alarm_param: alarm_param_change,
    }),
  ),
  answer: nothing,
  example: { alg_param: { cover_th: 0.4 } },
})

export const parking_calls = {
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
  get_all_param,
  update_all_param,
  parking_event,
  delete_parking_event,
  manual_parking_event,
  delete_manual_parking_event,
  parking_event_search_condition,
  human_check,
  get_business_mode,
  set_business_mode,
  ...storage_calls,
  ...retention_calls,
  ...queue_calls,
  ...event_batch_calls,
}
