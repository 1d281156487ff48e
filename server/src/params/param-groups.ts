/** Whose the groups of parameters are. */
import type { ParamGroup } from '@parking/contract'

/** What the analysis application is told (docs/analysis-socket.md); the device works by the others itself. */
export const told_groups: readonly ParamGroup[] = ['alg_param', 'schedule_param', 'event_param']
