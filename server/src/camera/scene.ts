/** Saving a scene: a lot number exists once on the device, and the picture on which lots were drawn is kept. */
import { randomUUID } from 'node:crypto'
import { code, type Answer, type Body } from '@parking/contract'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../refusal.ts'
import { stampOf } from '../stamp.ts'
import { cameraBySn } from './camera.store.ts'
import { dropPicture, keepScenePicture } from './picture-file.ts'
import { findScenes, saveScene, sceneRow, takenLots, type Lot, type Scene } from './scene.store.ts'

/** Adds a scene, or changes the one with `scene_id`. */
export async function addUpdateScene(form: Body<'add_update_scene'>, deps: Deps): Promise<Answer<'add_update_scene'>> {
  const { db, media } = deps
  check(form, deps)
  const scene_id = form.scene_id ?? `scene-${randomUUID()}`
  const old = findScenes(db, { scene_id })[0]
  const redrawn = !old || old.row.camera_sn !== form.camera_sn || JSON.stringify(old.lots.map(drawn)) !== JSON.stringify(form.lots.map(drawn))
  const ref_picture = (redrawn ? await keepScenePicture(media, form.camera_sn, scene_id, deps.now()) : '') || (old?.row.ref_picture ?? '')
  check(form, deps) // looked at again: the picture took a moment
  const { camera_sn, scene_type, parking_no, direction, ref_width, ref_height, lots } = form
  saveScene(db, {
    scene_id, camera_sn, scene_type, enabled: form.enabled ? 1 : 0, parking_no, direction, ref_width, ref_height,
    feature: form.feature === undefined ? (old?.row.feature ?? null) : JSON.stringify(form.feature),
    focus: form.focus === undefined ? (old?.row.focus ?? null) : JSON.stringify(form.focus),
    ref_picture, update_ms: deps.now(),
  }, lots)
  if (old && old.row.ref_picture !== ref_picture) await dropPicture(media, old.row.ref_picture)
  deps.bus.tell('config')
  const saved = findScenes(db, { scene_id })[0]
  if (!saved) throw notFound('The scene')
  return sceneShown(saved, deps)
}

const drawn = ({ lot_no, polygon }: Lot) => [lot_no, polygon]

function check(form: Body<'add_update_scene'>, { db }: Deps): void {
  if (!cameraBySn(db, form.camera_sn)) throw notFound('The camera')
  if (form.scene_id !== undefined && !sceneRow(db, form.scene_id)) throw notFound('The scene')
  const numbers = form.lots.map((lot) => lot.lot_no)
  const taken = takenLots(db, numbers, form.scene_id ?? '')
  const issues = numbers.flatMap((lot_no, at) => (taken.has(lot_no) || numbers.indexOf(lot_no) < at ? [{ field: `lots.${at}.lot_no`, issue: 'duplicate' as const }] : []))
  if (issues.length > 0) throw new Refusal(code.duplicate, 'This lot number exists already', { issues })
}

/** A scene as the wire has it. */
export function sceneShown({ row, camera_name, lots }: Scene, { media, now }: Pick<Deps, 'media' | 'now'>): Answer<'add_update_scene'> {
  type Shown = Answer<'add_update_scene'>
  const { scene_id, camera_sn, scene_type, parking_no, direction, ref_width, ref_height, ref_picture, update_ms } = row
  return {
    scene_id, camera_sn, camera_name, scene_type, enabled: row.enabled === 1, parking_no, direction, ref_width, ref_height, lots, lot_num: lots.length,
    ...(row.feature === null ? {} : { feature: JSON.parse(row.feature) as NonNullable<Shown['feature']> }),
    ...(row.focus === null ? {} : { focus: JSON.parse(row.focus) as NonNullable<Shown['focus']> | null }),
    ref_snapshot: ref_picture === '' ? '' : media.address(ref_picture, now()),
    update_time_str: stampOf(update_ms),
  }
}
