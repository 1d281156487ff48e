/** The parameter groups that are sent to the analysis application. */
import type { ParamGroup } from '@parking/contract'

/** See docs/analysis-socket.md. The other groups are used only by the server. */
export const groups_sent_to_analysis: readonly ParamGroup[] = ['alg_param', 'schedule_param', 'event_param']
