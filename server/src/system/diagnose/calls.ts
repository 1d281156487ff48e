/** Area `system`: the guided check of the connection. */
import type { CallContext, Handlers } from '#src/core/call-context.ts'
import type { BoxClock } from '#src/device/box-clock.ts'
import { checkStep } from './diagnose-step.ts'

export const diagnose_handlers = {
  diagnose: ({ step }, context) => checkStep(step, context),
} satisfies Handlers<'diagnose', CallContext & { box_clock: BoxClock }>
