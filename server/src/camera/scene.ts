/** Saves scenes. Lot numbers are unique on the device, and the picture on which lots were drawn is stored. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { code, type Answer, type Body } from '@parking/contract'
import type { SceneChecks } from './scene-checks.ts'
import { recordChange } from '../changes/record-change.ts'
import type { CallContext } from '../core/call-context.ts'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import { failedBecause, notFound, Refusal } from '../core/refusal.ts'
import { stampOf } from '../core/stamp.ts'
import { cameraBySn } from './camera.store.ts'
import { lastPicture, dropScenePictures } from './picture-file.ts'
import { storeReference } from './reference-file.ts'
import { addReference, movedRow } from './reference.store.ts'
import { findScenes, saveScene, takenLots, type Lot, type Scene } from './scene.store.ts'

type Needs = CallContext & { scene_checks: SceneChecks }

/**
 * Adds a scene, or changes the scene with `scene_id`. A scene that is restored from the history may have been
 * deleted, and it keeps only the marks that it had.
 */
export async function addUpdateScene(
  form: Body<'add_update_scene'>,
  deps: Needs,
  restore?: { restored_from: number },
): Promise<Answer<'add_update_scene'>> {
  const { db } = deps
  const restored = restore !== undefined
  check(form, deps, restored)
  const scene_id = form.scene_id ?? `scene-${randomUUID()}`
  const old = findScenes(db, { scene_id })[0]
  const ref_picture = keepsReference(form, old, db) ? '' : await newReference(form.camera_sn, scene_id, deps)
  check(form, deps, restored) // checked again, because storing the picture took time
  const { camera_sn, scene_type, parking_no, direction, ref_width, ref_height, lots } = form
  const dropped = recordChange(deps, { kind: 'change_scene', ...restore }, () => {
    saveScene(
      db,
      {
        scene_id,
        camera_sn,
        scene_type,
        enabled: form.enabled ? 1 : 0,
        parking_no,
        direction,
        ref_width,
        ref_height,
        feature:
          form.feature === undefined
            ? restored
              ? null
              : (old?.row.feature ?? null)
            : JSON.stringify(form.feature),
        focus:
          form.focus === undefined
            ? restored
              ? null
              : (old?.row.focus ?? null)
            : JSON.stringify(form.focus),
        ref_picture: ref_picture || (old?.row.ref_picture ?? ''),
        update_ms: Math.max(deps.now(), (old?.row.update_ms ?? 0) + 1),
      },
      lots,
    )
    return ref_picture === ''
      ? []
      : addReference(db, {
          scene_id,
          taken_ms: deps.now(),
          why: 'drawn',
          picture: ref_picture,
          width: ref_width,
          height: ref_height,
        })
  })
  await dropScenePictures(dropped, deps)
  if (ref_picture !== '') deps.scene_checks.delete(scene_id)
  deps.bus.emit('config')
  const saved = findScenes(db, { scene_id })[0]
  if (!saved) throw notFound('The scene')
  return sceneShown(saved, deps)
}

const drawn = ({ lot_no, polygon }: Lot) => [lot_no, polygon]

/**
 * Whether the scene keeps its reference picture. `keep_reference` decides, if the form has it. Otherwise
 * changed lots were drawn on the newest picture, unless the camera has moved: correcting one lot then does
 * not correct the others.
 */
function keepsReference(form: Body<'add_update_scene'>, old: Scene | undefined, db: Db): boolean {
  if (!old || old.row.camera_sn !== form.camera_sn) return false
  if (form.keep_reference !== undefined && old.row.ref_picture !== '') return form.keep_reference
  if (JSON.stringify(old.lots.map(drawn)) === JSON.stringify(form.lots.map(drawn))) return true
  return movedRow(db, old.row.scene_id) !== undefined
}

/** Stores the camera's last picture for the scene. Returns an empty path if there is no picture. */
async function newReference(camera_sn: string, scene_id: string, { media, now }: Deps): Promise<string> {
  const jpeg = await media.files.read(lastPicture(camera_sn)).catch(() => undefined)
  return jpeg ? storeReference(media, camera_sn, scene_id, jpeg, now()) : ''
}

function check(form: Body<'add_update_scene'>, { db }: Deps, restored: boolean): void {
  if (!cameraBySn(db, form.camera_sn)) throw notFound('The camera')
  const stored = form.scene_id === undefined ? undefined : findScenes(db, { scene_id: form.scene_id })[0]
  if (form.scene_id !== undefined && !restored && !stored) throw notFound('The scene')
  // Sending the same scene again is not a conflict: the answer to the first save may have been lost.
  if (
    form.revision !== undefined &&
    stored &&
    stored.row.update_ms !== form.revision &&
    !isSame(form, stored)
  )
    throw failedBecause('scene_changed', 'Another user has saved this scene in the meantime')
  const numbers = form.lots.map((lot) => lot.lot_no)
  const taken = takenLots(db, numbers, form.scene_id ?? '')
  const issues = numbers.flatMap((lot_no, at) =>
    taken.has(lot_no) || numbers.indexOf(lot_no) < at
      ? [{ field: `lots.${at}.lot_no`, issue: 'duplicate' as const }]
      : [],
  )
  if (issues.length > 0) throw new Refusal(code.duplicate, 'This lot number exists already', { issues })
}

/** Whether the stored scene equals the form. Fields missing in the form are ignored. */
function isSame(form: Body<'add_update_scene'>, { row, lots }: Scene): boolean {
  const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json))
  const names = ['camera_sn', 'scene_type', 'parking_no', 'direction', 'ref_width', 'ref_height'] as const
  return (
    names.every((name) => form[name] === row[name]) &&
    form.enabled === (row.enabled === 1) &&
    (form.feature === undefined || isDeepStrictEqual(form.feature, parsed(row.feature))) &&
    (form.focus === undefined || isDeepStrictEqual(form.focus, parsed(row.focus))) &&
    isDeepStrictEqual(form.lots, lots)
  )
}

/** A scene in its wire form. */
export function sceneShown(
  { row, camera_name, lots }: Scene,
  { db, media, now }: Pick<Deps, 'db' | 'media' | 'now'>,
): Answer<'add_update_scene'> {
  type Shown = Answer<'add_update_scene'>
  const {
    scene_id,
    camera_sn,
    scene_type,
    parking_no,
    direction,
    ref_width,
    ref_height,
    ref_picture,
    update_ms,
  } = row
  return {
    scene_id,
    camera_sn,
    camera_name,
    scene_type,
    enabled: row.enabled === 1,
    parking_no,
    direction,
    ref_width,
    ref_height,
    lots,
    lot_num: lots.length,
    ...(row.feature === null ? {} : { feature: JSON.parse(row.feature) as NonNullable<Shown['feature']> }),
    ...(row.focus === null ? {} : { focus: JSON.parse(row.focus) as NonNullable<Shown['focus']> | null }),
    ref_snapshot: ref_picture === '' ? '' : media.address(ref_picture, now()),
    moved: movedRow(db, scene_id) !== undefined,
    update_time_str: stampOf(update_ms),
    revision: update_ms,
  }
}
