/** The rows of the scene list: every scene and every lot, with the warnings about it. */
import type { AnswerAt } from '#src/core/api.ts'

export type Scene = AnswerAt<'/api/camera/get_scenes'>['list'][number]
export type Lot = Scene['lots'][number]
export type Warning = 'camera_moved' | 'no_parking_no' | 'number_twice' | 'no_lots'

export type SceneRow = {
  readonly id: string
  readonly scene: Scene
  readonly warnings: readonly Warning[]
  /** The lot numbers and the camera's name in lower case, one a line, for the search. */
  readonly text: string
}
export type LotRow = SceneRow & { readonly lot: Lot }

export const lotIdOf = (scene_id: string, lot_no: string): string => `${scene_id}/${lot_no}`

/** How often each lot number is used. This device refuses to use a number twice; another device may not. */
export function usesOf(scenes: readonly Scene[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const { lots } of scenes) for (const { lot_no } of lots) uses.set(lot_no, (uses.get(lot_no) ?? 0) + 1)
  return uses
}

/** Scene rows in the order of the device, which is by camera. */
export function sceneRowsOf(scenes: readonly Scene[]): SceneRow[] {
  const uses = usesOf(scenes)
  return scenes.map((scene) => {
    const { scene_id, parking_no, moved, lots } = scene
    const warnings: Warning[] = []
    if (moved) warnings.push('camera_moved')
    if (parking_no.trim() === '') warnings.push('no_parking_no')
    if (lots.some(({ lot_no }) => uses.get(lot_no) !== 1)) warnings.push('number_twice')
    if (lots.length === 0) warnings.push('no_lots')
    return { id: scene_id, scene, warnings, text: textOf(scene, lots) }
  })
}

const textOf = ({ camera_name }: Scene, lots: readonly Lot[]): string =>
  [camera_name, ...lots.map(({ lot_no }) => lot_no)].join('\n').toLowerCase()

const none: readonly Warning[] = []
const twice: readonly Warning[] = ['number_twice']

/** Lot rows by camera, in the order in which the lots were drawn. */
export function lotRowsOf(scenes: readonly Scene[]): LotRow[] {
  const uses = usesOf(scenes)
  return scenes.flatMap((scene) =>
    scene.lots.map((lot) => ({
      id: lotIdOf(scene.scene_id, lot.lot_no),
      scene,
      lot,
      warnings: uses.get(lot.lot_no) === 1 ? none : twice,
      text: textOf(scene, [lot]),
    })),
  )
}

/** A scene by its first and last lot, as users know it; one without lots by its id. */
export function sceneName({ lots, scene_id }: Pick<Scene, 'lots' | 'scene_id'>): string {
  const [first, last] = [lots[0]?.lot_no, lots.at(-1)?.lot_no]
  if (first === undefined) return scene_id.length > 16 ? `${scene_id.slice(0, 14)}…` : scene_id
  return first === last ? first : `${first} – ${last}`
}

/** The URL of the scene editor, with this lot selected. */
export const editorUrl = ({ camera_sn, scene_id }: Scene, lot_no?: string): string =>
  `/business/sceneConfig/scene?${new URLSearchParams({
    camera_sn,
    scene_id,
    ...(lot_no !== undefined && { lot: lot_no }),
  })}`
