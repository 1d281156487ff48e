/** The requests of a batch edit: one save per scene, with the revision that the user saw. */
import type { BodyAt } from '#src/core/api.ts'
import type { Lot, LotRow, Scene, SceneRow } from './scene-rows.ts'

export type SceneEdit = Partial<Pick<Scene, 'scene_type' | 'enabled'>>
export type LotEdit = Partial<Pick<Lot, 'lot_type' | 'lot_posture' | 'difficult'>>
export type Edit =
  | { readonly kind: 'scenes'; readonly changes: SceneEdit }
  | { readonly kind: 'lots'; readonly changes: LotEdit }

/** One scene of a batch; `ids` are the selected rows that it covers. */
export type Job = {
  readonly scene: Scene
  readonly ids: readonly string[]
  /** The selected lots; empty if the scene itself is edited. */
  readonly lot_nos: readonly string[]
  /** Undefined if the scene already has these values. */
  readonly body: BodyAt<'/api/camera/add_update_scene'> | undefined
}

export const isNothing = ({ changes }: Edit): boolean => Object.keys(changes).length === 0

export function jobsOf(rows: readonly (SceneRow | LotRow)[], edit: Edit): Job[] {
  const by_scene = new Map<string, (SceneRow | LotRow)[]>()
  for (const row of rows) {
    const found = by_scene.get(row.scene.scene_id)
    if (found) found.push(row)
    else by_scene.set(row.scene.scene_id, [row])
  }
  return [...by_scene.values()].map((group) => {
    const { scene } = group[0]!
    const lot_nos = new Set(group.flatMap((row) => ('lot' in row ? [row.lot.lot_no] : [])))
    const next =
      edit.kind === 'scenes'
        ? { ...scene, ...edit.changes }
        : {
            ...scene,
            lots: scene.lots.map((lot) => (lot_nos.has(lot.lot_no) ? { ...lot, ...edit.changes } : lot)),
          }
    return {
      scene,
      ids: group.map(({ id }) => id),
      lot_nos: [...lot_nos],
      body: JSON.stringify(next) === JSON.stringify(scene) ? undefined : bodyOf(next),
    }
  })
}

/** The outlines did not change, so the reference picture is kept. */
function bodyOf({
  camera_name: _,
  lot_num: __,
  ref_snapshot,
  moved: ___,
  update_time_str: ____,
  ...scene
}: Scene): BodyAt<'/api/camera/add_update_scene'> {
  return { ...scene, ...(ref_snapshot !== '' && { keep_reference: true }) }
}
