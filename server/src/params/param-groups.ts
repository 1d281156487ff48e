/** Which groups of parameters the analysis application gets. */
import type { ParamGroup } from '@parking/contract'

/**
 * The groups sent to the analysis application
 * (docs/analysis-socket.md); the server works with the others itself.
 */
export const groups_sent_to_analysis: readonly ParamGroup[] = ['alg_param', 'schedule_param', 'event_param']
