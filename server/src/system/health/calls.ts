/** Area `system`: the health of the box at a glance. */
import type { box_health_calls } from '@parking/contract'
import type { CallContext, Handlers } from '#src/core/call-context.ts'
import { boxHealth, type HealthParts } from './health.ts'

export const box_health_handlers = {
  box_health: (_, context) => boxHealth(context),
} satisfies Handlers<keyof typeof box_health_calls, CallContext & HealthParts>
