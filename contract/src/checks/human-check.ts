/** A manual check: an operator looks at a new picture of a lot and decides whether it is vacant (spec §7). */
import * as z from 'zod/mini'
import { checkers, defineCall } from '../core/call.ts'
import { event_type } from '../core/codes.ts'
import { filled, lines } from '../core/fields.ts'

export const human_check = defineCall({
  path: '/api/parking/human_check',
  roles: checkers,
  effect: 'write',
  summary: 'Record that an operator saw the lot vacant (7) or occupied (8) in a new picture.',
  body: z.strictObject({
    lot_no: filled(32),
    event_type: z.literal([event_type.manual_vacancy_check, event_type.manual_occupied_check]),
    comment: lines(500),
  }),
  answer: z.strictObject({ uuid: filled(36) }),
  example: { lot_no: 'A01', event_type: 8, comment: '' },
})

export const human_check_calls = { human_check }
