/** Derives the changes from one frame, as a pure function of the scenes, the stays and the parameters. */
import type { FrameTruth } from './frame-comment.ts'
import { occupancyOf, type Occupant } from './occupancy.ts'
import { isForMotorcycles, type Params } from './params.ts'
import { isCounted } from './reading.ts'
import { applyFrame, newSession, type Change, type Session } from './sessions.ts'
import type { LotConfig, SceneConfig } from './wire.ts'

export type LotStep = {
  scene: SceneConfig
  lot: LotConfig
  key: string
  occupants: Occupant[]
  before: Session
  session: Session
  changes: Change[]
}

export const lotKey = (scene_id: string, lot_no: string): string => `${scene_id}/${lot_no}`

/** `scenes`: the scenes of the camera. `sessionOf`: takes a `lotKey`. */
export function decideFrame(
  truth: FrameTruth,
  scenes: readonly SceneConfig[],
  sessionOf: (key: string) => Session | undefined,
  params: Params,
): LotStep[] {
  return scenes.flatMap((scene) => {
    const found = occupancyOf(truth.cars, scene.lots, params.cover)
    return scene.lots.map((lot): LotStep => {
      const key = lotKey(scene.scene_id, lot.lot_no)
      const occupants = (found.get(lot.lot_no) ?? []).filter(({ vehicle }) =>
        isCounted(vehicle, isForMotorcycles(lot), params),
      )
      const before = sessionOf(key) ?? newSession()
      const room = Math.max(1, lot.motor_num)
      const { session, changes } = applyFrame(before, occupants, truth.time, { ...params, room })
      return { scene, lot, key, occupants, before, session, changes }
    })
  })
}
