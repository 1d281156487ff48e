/** Area `parking`: the history of the configuration, and the restoration of one section from it. */
import type { param_history_calls } from '@parking/contract'
import type { AnalysisConnection } from '#src/core/analysis-connection.ts'
import type { Handlers } from '#src/core/call-context.ts'
import type { ConfigAcks } from '#src/params/config-acks.ts'
import { paramState } from '#src/params/param-state.ts'
import { previewRestore, restoreParam, type Needs as RestoreNeeds } from '../restore/param-restore.ts'
import { paramHistory } from './history.ts'

type Needs = RestoreNeeds & { analysis: AnalysisConnection; config_acks: ConfigAcks }

export const history_handlers = {
  param_history: (body, context) => paramHistory(body, context),
  param_state: (_, context) => paramState(context),
  preview_restore_param: (body, context) => previewRestore(body, context),
  restore_param: (body, context) => restoreParam(body, context),
} satisfies Handlers<keyof typeof param_history_calls, Needs>
