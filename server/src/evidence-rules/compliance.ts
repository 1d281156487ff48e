/** Reports how many events of each camera comply with the rules. Judges the newest events one by one. */
import type { Answer, RulePack } from '@parking/contract'
import { allCameras } from '../camera/camera.store.ts'
import { newestOf } from './evidence-rules.store.ts'
import { judgeByUuid, type JudgeNeeds } from './judge-event.ts'

type Cameras = Answer<'evidence_compliance'>['cameras']

/** Enough for a share in whole percent, and fast enough for a slow call on a box with sixteen cameras. */
export const max_judged_events = 100

export async function complianceOf(
  packs: readonly RulePack[],
  since_ms: number,
  deps: JudgeNeeds,
): Promise<Cameras> {
  const cameras: Cameras = []
  for (const { camera_sn, camera_name } of allCameras(deps.db)) {
    const rules = packs.flatMap(({ pack, rules: own }) =>
      own.map(({ kind }) => ({ pack, kind, kept: 0, broken: 0, pending: 0, unknown: 0 })),
    )
    let [events, clean, left_out] = [0, 0, 0]
    for (const uuid of newestOf(deps.db, camera_sn, since_ms, max_judged_events)) {
      const judged = await judgeByUuid(uuid, packs, deps)
      if (!judged) continue
      if (judged.left_out) {
        left_out++
        continue
      }
      events++
      const findings = judged.packs.flatMap((one) => one.findings)
      findings.forEach(({ state }, at) => rules[at]![state]++)
      if (findings.every(({ state }) => state !== 'broken')) clean++
      await new Promise(setImmediate)
    }
    if (events + left_out > 0) cameras.push({ camera_name, events, left_out, clean, rules })
  }
  return cameras
}
