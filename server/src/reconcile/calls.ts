/** Area `parking`: the comparison of events with the platform's export. */
import type { reconcile_calls, ReconcileMapping } from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'
import { compareDay } from './compare-day.ts'

export const reconcile_handlers = {
  compare_platform_day: (body, context) => compareDay(body, context),
  get_reconcile_mapping: (_, { db }) => ({
    mapping: readSetting<ReconcileMapping | null>(db, 'reconcile_mapping', null),
  }),
  update_reconcile_mapping(mapping, { db, now }) {
    writeSetting<ReconcileMapping | null>(db, 'reconcile_mapping', mapping, now())
    return {}
  },
} satisfies Handlers<keyof typeof reconcile_calls>
