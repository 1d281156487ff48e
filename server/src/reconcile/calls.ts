/** Area `parking`: the comparison of events with the platform's export. */
import type { reconcile_calls } from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { compareDay } from './compare-day.ts'

export const reconcile_handlers = {
  compare_platform_day: (body, context) => compareDay(body, context),
} satisfies Handlers<keyof typeof reconcile_calls>
