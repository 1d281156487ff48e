/** Keeps every version of the rules that decided an event: parameters, plan, and the lots of a scene. */
import { createHash } from 'node:crypto'
import { findScenes } from '#src/camera/scene.store.ts'
import { canonicalJson } from '#src/core/canonical-json.ts'
import type { Db } from '#src/core/db.ts'
import type { Deps } from '#src/core/deps.ts'
import { readParam } from '#src/params/param.store.ts'

export type RuleIds = { params_id: number; plan_id: number; lots_id: number | null }

/**
 * The current rules for events of a scene. Reads them once for a batch; call inside the batch's transaction.
 */
export function presentRules(deps: Pick<Deps, 'db' | 'secrets'>): (scene_id: string) => RuleIds {
  const { db } = deps
  const of_scene = new Map<string, number | null>()
  const common = {
    params_id: keepRule(db, {
      alg_param: readParam(deps, 'alg_param'),
      event_param: readParam(deps, 'event_param'),
    }),
    plan_id: keepRule(db, { schedule_param: readParam(deps, 'schedule_param') }),
  }
  return (scene_id) => {
    let lots_id = of_scene.get(scene_id)
    if (lots_id === undefined) of_scene.set(scene_id, (lots_id = keepLots(db, scene_id)))
    return { ...common, lots_id }
  }
}

function keepLots(db: Db, scene_id: string): number | null {
  const scene = findScenes(db, { scene_id })[0]
  if (!scene) return null
  const { camera_sn, scene_type, parking_no, direction, ref_width, ref_height } = scene.row
  return keepRule(db, {
    camera_sn,
    scene_id,
    scene_type,
    parking_no,
    direction,
    ref_width,
    ref_height,
    lots: scene.lots,
  })
}

/** The id of a rule version; stores its content if it is new. */
function keepRule(db: Db, about: object): number {
  const content = canonicalJson(about)
  const sha256 = createHash('sha256').update(content).digest()
  const known = db.get<{ rule_id: number }>('SELECT rule_id FROM rule_version WHERE sha256 = ?', [sha256])
  return (
    known?.rule_id ??
    Number(
      db.run('INSERT INTO rule_version (sha256, content) VALUES (?, ?)', [sha256, content]).lastInsertRowid,
    )
  )
}

/** Call inside the transaction that inserts the event. */
export const insertRule = (
  db: Db,
  event_id: number | bigint,
  { params_id, plan_id, lots_id }: RuleIds,
): void => void db.run('INSERT INTO event_rule VALUES (?, ?, ?, ?)', [event_id, params_id, plan_id, lots_id])

export type RuleText = { rule: 'params' | 'plan' | 'lots'; sha256: string; content: string }

/** The rules of an event; empty for events recorded before rules were kept. */
export const rulesOf = (db: Db, event_id: number): RuleText[] =>
  db
    .all<Omit<RuleText, 'sha256'> & { sha256: Uint8Array }>(
      `SELECT rule, sha256, content FROM
         (SELECT 'params' AS rule, params_id AS rule_id FROM event_rule WHERE event_id = :event_id
          UNION ALL SELECT 'plan', plan_id FROM event_rule WHERE event_id = :event_id
          UNION ALL SELECT 'lots', lots_id FROM event_rule WHERE event_id = :event_id)
       JOIN rule_version USING (rule_id)`,
      { event_id },
    )
    .map((row) => ({ ...row, sha256: Buffer.from(row.sha256).toString('hex') }))
