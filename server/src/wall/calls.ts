/** Area `camera`: the call for the first page, which is not in the specification. */
import type { wall_calls } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { CameraLooks } from '../camera/look.ts'
import type { LotStates } from '../camera/lot-states.ts'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import type { LotStays } from './lot-stays.ts'
import type { NewestEvent } from './newest-event.ts'
import { cameraWall } from './wall.ts'

type Needs = CallContext & {
  analysis: AnalysisConnection
  looks: CameraLooks
  lot_states: LotStates
  lot_stays: LotStays
  newest_event: NewestEvent
}

export const wall_handlers = {
  camera_wall: (_, context) => cameraWall(context),
} satisfies Handlers<keyof typeof wall_calls, Needs>
