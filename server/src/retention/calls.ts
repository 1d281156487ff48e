/** Area `parking`: how long events and pictures are kept. */
import type { retention_calls } from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { retentionRule, updateRetention } from './retention.store.ts'

export const retention_handlers = {
  get_retention: (_, context) => retentionRule(context),
  update_retention(change, context) {
    updateRetention(context, change)
    return {}
  },
} satisfies Handlers<keyof typeof retention_calls>
