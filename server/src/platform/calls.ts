/** Calls about the platform that are not in the specification. */
import type { platform_calls } from '@parking/contract'
import type { HeartbeatState } from './heartbeat-state.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { HeartbeatNeeds } from './platform-bodies.ts'
import { platformState } from './platform-state.ts'
import { testPlatform } from './platform-test.ts'

type Needs = CallContext & HeartbeatNeeds & { heartbeat: HeartbeatState }

export const platform_handlers = {
  platform_state: (_, context) => platformState(context),
  test_platform: (body, context) => testPlatform(body, context),
} satisfies Handlers<keyof typeof platform_calls, Needs>
