/** Handler of `live_view` in area `camera`. */
import type { live_calls } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { Live } from './live.ts'
import { liveView } from './live-view.ts'

export const live_handlers = {
  live_view: (body, context) => liveView(body, context),
} satisfies Handlers<keyof typeof live_calls, CallContext & { live: Live }>
