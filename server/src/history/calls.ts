/** Area `parking`: the history of the configuration. */
import type { param_history_calls } from '@parking/contract'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { ConfigAcks } from '../params/config-acks.ts'
import { paramState } from '../params/param-state.ts'
import { paramHistory } from './param-history.ts'

type Needs = CallContext & {
  analysis: AnalysisConnection
  config_acks: ConfigAcks
}

export const history_handlers = {
  param_history: (body, context) => paramHistory(body, context),
  param_state: (_, context) => paramState(context),
} satisfies Handlers<
  Exclude<keyof typeof param_history_calls, 'preview_restore_param' | 'restore_param'>,
  Needs
>
