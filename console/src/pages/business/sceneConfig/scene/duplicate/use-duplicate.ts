/** Saves copied lots into another scene, and undoes that if the scene has not changed since. */
import { useState } from 'react'
import { call, outcomeOf, type AnswerAt, type BodyAt } from '#src/core/api.ts'
import { useChange } from '#src/core/queries.ts'
import { saveDraft, readDraft, versionOf } from '#src/scene-editor/state/draft.ts'
import type { Clip } from '#src/scene-editor/model/clip.ts'
import { apply } from '#src/scene-editor/model/commands.ts'
import { documentOf, emptyDocument } from '#src/scene-editor/model/document.ts'
import { inside, type SharePoint } from '#src/scene-editor/model/geometry.ts'

export type Scene = AnswerAt<'/api/camera/get_scenes'>['list'][number]
export type Camera = AnswerAt<'/api/camera/list_cameras'>['list'][number]
export type Target = {
  readonly camera: Camera
  /** Undefined for a new scene. */ readonly scene: Scene | undefined
  readonly parking_no: string
  readonly scene_type: Scene['scene_type']
}
export type WireLot = BodyAt<'/api/camera/add_update_scene'>['lots'][number]

const outdated_calls = [
  '/api/camera/get_scenes',
  '/api/camera/list_cameras',
  '/api/camera/get_all_lots_no',
] as const

/** The copied lots in the form that `add_update_scene` takes. */
export const lotsFrom = (
  { lots }: Clip,
  points: readonly SharePoint[],
  numbers: readonly string[],
): WireLot[] =>
  lots.map(({ corners, attributes }, i) => ({
    ...attributes,
    lot_no: numbers[i] ?? attributes.lot_no,
    polygon: corners.map((corner): [number, number] => {
      const [x, y] = inside(points[corner]!)
      return [x, y]
    }),
  }))

/** Adds the copies to the target's draft; an existing draft is extended, never replaced. */
export function addToDraft(
  { camera, scene, parking_no, scene_type }: Target,
  { lots }: Clip,
  points: readonly SharePoint[],
  numbers: readonly string[],
): void {
  const waiting = readDraft(camera.camera_sn, scene?.scene_id)
  const base =
    waiting?.document ??
    (scene ? documentOf(scene) : emptyDocument({ scene_type, enabled: true, parking_no, direction: 5 }))
  const named = lots.map(({ corners, attributes }, i) => ({
    corners,
    attributes: { ...attributes, lot_no: numbers[i] ?? attributes.lot_no },
  }))
  const document = apply(base, {
    kind: 'add_lots',
    corners: points.map((at) => ({ kind: 'new', at: inside(at) })),
    lots: named,
  })
  saveDraft(camera.camera_sn, scene?.scene_id, {
    time: Date.now(),
    base: waiting?.base ?? versionOf(scene),
    document,
  })
}

/** The picture size in which the target's lots are drawn. */
export const sizeOf = ({ scene, camera }: Pick<Target, 'scene' | 'camera'>) =>
  scene
    ? { width: scene.ref_width, height: scene.ref_height }
    : { width: camera.width || 1920, height: camera.height || 1080 }

type Done = {
  readonly at: 'saved' | 'undone' | 'changed'
  readonly scene: Scene
  readonly before: Scene | undefined
  readonly count: number
}

export function useDuplicate() {
  const saving = useChange('/api/camera/add_update_scene', { refresh: outdated_calls })
  const deletion = useChange('/api/camera/delete_scene', { refresh: outdated_calls })
  const [done, setDone] = useState<Done>()
  return {
    done,
    running: saving.running || deletion.running,
    async save(
      { camera, scene, parking_no, scene_type }: Target,
      lots: readonly WireLot[],
    ): Promise<boolean> {
      const size = sizeOf({ camera, scene })
      const body = scene
        ? bodyOf(scene)
        : {
            camera_sn: camera.camera_sn,
            scene_type,
            enabled: true,
            parking_no,
            direction: 5 as const,
            ref_width: size.width,
            ref_height: size.height,
            lots: [],
          }
      const answer = await saving.run({ ...body, ...asRead(scene), lots: [...body.lots, ...lots] })
      if (answer) setDone({ at: 'saved', scene: answer, before: scene, count: lots.length })
      return answer !== undefined
    },
    /** Restores the target's previous lots. */
    async undo(): Promise<void> {
      if (!done) return
      const { scene, before } = done
      const { answer } = await outcomeOf(call('/api/camera/get_scenes', { camera_sn: scene.camera_sn }))
      if (!answer) return
      const now = answer.list.find((one) => one.scene_id === scene.scene_id)
      // Another user changed the scene: their work must not be lost.
      if (
        !now ||
        now.update_time_str !== scene.update_time_str ||
        JSON.stringify(now.lots) !== JSON.stringify(scene.lots)
      )
        return setDone({ ...done, at: 'changed' })
      const back = before
        ? await saving.run({ ...bodyOf(before), ...asRead(scene) })
        : await deletion.run({ scene_id: scene.scene_id })
      if (back) setDone({ ...done, at: 'undone' })
    },
  }
}

/** With this revision the device refuses to save if another user has saved the scene since. */
const asRead = (scene: Scene | undefined) =>
  scene?.revision === undefined ? {} : { revision: scene.revision }

function bodyOf({
  camera_name: _,
  lot_num: __,
  ref_snapshot,
  moved: ___,
  update_time_str: ____,
  revision: _____,
  ...scene
}: Scene): BodyAt<'/api/camera/add_update_scene'> {
  return { ...scene, ...(ref_snapshot !== '' && { keep_reference: true }) }
}
