/**
 * Handlers of area `camera` for references, moved cameras and the on-site test.
 * Long because the calls share the transaction that replaces a reference.
 */
import { recordChange } from '#src/changes/record-change.ts'
import { openedCamera } from '../camera-secrets.ts'
import type { CameraLooks } from '../look.ts'
import type { SceneChecks } from '../scene-checks.ts'
import type { LotStates } from '../lot-states.ts'
import type { Matcher } from '../matching/matcher.ts'
import type { AnalysisConnection } from '#src/core/analysis-connection.ts'
import type { Answer, Body, camera_reference_calls } from '@parking/contract'
import type { Deps } from '#src/core/deps.ts'
import { failedBecause, notFound } from '#src/core/refusal.ts'
import type { CallContext, Handlers } from '#src/core/call-context.ts'
import { stampOf } from '#src/core/stamp.ts'
import { cameraBySn } from '../camera.store.ts'
import { checkNow } from './moved.ts'
import { movedOutline } from '../matching/judge.ts'
import { dropPicture, storePicture, dropScenePictures } from '../picture-file.ts'
import { storeReference } from '../reference-file.ts'
import { addReference, movedRow, referencesOf, type MovedRow, type ReferenceRow } from '../reference.store.ts'
import { sceneShown } from '../scene.ts'
import { findScenes, saveScene, scenesOfLots, type Scene } from '../scene.store.ts'
import { patient_ms, takePicture } from '../take-picture.ts'

type Needs = CallContext & {
  analysis: AnalysisConnection
  matcher: Matcher
  lot_states: LotStates
  scene_checks: SceneChecks
  looks: CameraLooks
}

export const camera_reference_handlers = {
  async list_references({ scene_id }, context) {
    const scene = sceneOf(scene_id, context)
    const rows = referencesOf(context.db, scene_id)
    const list = await Promise.all(rows.map((row) => referenceShown(row, scene, context)))
    // A picture that is missing on the disk (an old box, a restore without pictures) is skipped.
    return { list: list.filter(({ bytes }) => bytes > 0), check: checkShown(scene, context) }
  },

  take_reference: ({ scene_id }, context) => takeReference(scene_id, context),

  async check_scene({ scene_id }, context) {
    await checkNow(scene_id, context)
    return checkShown(sceneOf(scene_id, context), context)
  },

  accept_moved: (body, context) => acceptMoved(body, context),

  lot_states({ scene_id, lot_nos = [] }, context) {
    const lots =
      scene_id === undefined
        ? scenesOfLots(context.db, lot_nos)
        : sceneOf(scene_id, context).lots.map(({ lot_no }) => ({ lot_no, scene_id }))
    const states = context.lot_states
    const list = lots.flatMap(({ lot_no, scene_id }) => {
      const state = states.get(lot_no)
      if (!state || state.scene_id !== scene_id) return []
      const { occupied, plate_number, cover, seen_ms, since_ms } = state
      return [
        {
          lot_no,
          occupied,
          plate_number,
          cover,
          time_str: stampOf(seen_ms),
          since_ms: Math.max(0, context.now() - since_ms),
        },
      ]
    })
    return { total: list.length, list, connected: context.analysis.peer !== null }
  },
} satisfies Handlers<keyof typeof camera_reference_calls, Needs>

function sceneOf(scene_id: string, { db }: Pick<Deps, 'db'>): Scene {
  const scene = findScenes(db, { scene_id })[0]
  if (!scene) throw notFound('The scene')
  return scene
}

async function referenceShown(
  { reference_id, taken_ms, why, picture, width, height }: ReferenceRow,
  scene: Scene,
  { media, now }: Needs,
): Promise<Answer<'take_reference'>> {
  const bytes = await media.files.sizeOf(picture).catch(() => 0)
  return {
    reference_id,
    time_str: stampOf(taken_ms),
    why,
    picture: media.address(picture, now()),
    width,
    height,
    bytes,
    current: picture === scene.row.ref_picture,
  }
}

/** Identifies the proposal and the saved scene, so that a user accepts exactly what was shown. */
const checkId = ({ row }: Scene, moved: MovedRow): string => `${moved.check_id}.${row.update_ms}`

function checkShown(scene: Scene, { db, media, now, scene_checks }: Needs): Answer<'check_scene'> {
  const last = scene_checks.get(scene.row.scene_id)
  const moved = movedRow(db, scene.row.scene_id)
  const proposal = moved && {
    check_id: checkId(scene, moved),
    picture: media.address(moved.picture, now()),
    width: moved.width,
    height: moved.height,
    lots: scene.lots.map(({ lot_no, polygon }) => ({ lot_no, ...movedOutline(moved.map, polygon) })),
  }
  const shown = { moved_time_str: moved ? stampOf(moved.since_ms) : '', proposal: proposal ?? null }
  const compared = last?.compared
  if (compared?.result === 'unclear')
    return {
      result: 'unclear',
      reason: compared.reason,
      px: moved?.px ?? 0,
      confidence: moved?.confidence ?? 0,
      time_str: stampOf(last?.check_ms ?? 0),
      ...shown,
    }
  // After a restart there is no comparison yet, but the mark is stored.
  const known =
    compared ?? (moved && ({ result: 'moved', px: moved.px, confidence: moved.confidence } as const))
  if (!known) return { result: 'unchecked', reason: '', px: 0, confidence: 0, time_str: '', ...shown }
  return {
    result: known.result,
    reason: '',
    px: known.px,
    confidence: known.confidence,
    time_str: stampOf(last?.check_ms ?? moved?.check_ms ?? 0),
    ...shown,
  }
}

async function takeReference(scene_id: string, context: Needs): Promise<Answer<'take_reference'>> {
  const { db, media, secrets, now, bus, log, session, scene_checks } = context
  const before = sceneOf(scene_id, context)
  const camera = cameraBySn(db, before.row.camera_sn)
  if (!camera) throw notFound('The camera')
  const taken = await takePicture(openedCamera(camera, { secrets }), context, { timeout_ms: patient_ms })
  await storePicture(context, camera.camera_sn, taken.jpeg, now())
  const picture = await storeReference(media, camera.camera_sn, scene_id, taken.jpeg, now())
  const { width, height } = taken
  const old = await orDeletePicture(picture, context, () => {
    const { row, lots } = sceneOf(scene_id, context)
    const update_ms = Math.max(now(), row.update_ms + 1)
    saveScene(db, { ...row, ref_picture: picture, ref_width: width, ref_height: height, update_ms }, lots)
    return addReference(db, { scene_id, taken_ms: now(), why: 'taken', picture, width, height })
  })
  scene_checks.delete(scene_id)
  log.info({ user: session.username, scene_id }, 'a new reference was taken')
  bus.emit('config')
  await dropScenePictures(old, context)
  const scene = sceneOf(scene_id, context)
  const [newest] = referencesOf(db, scene_id)
  if (!newest) throw notFound('The reference')
  return referenceShown(newest, scene, context)
}

/**
 * Replaces the reference and moves the lots in one transaction. The picture of the proposal is already on the
 * disk and becomes the reference.
 */
async function acceptMoved(
  { scene_id, check_id, lot_nos }: Body<'accept_moved'>,
  context: Needs,
): Promise<Answer<'accept_moved'>> {
  const { db, now, bus, log, session, scene_checks } = context
  const old = recordChange(context, {}, () => {
    const scene = sceneOf(scene_id, context)
    const moved = movedRow(db, scene_id)
    if (!moved || checkId(scene, moved) !== check_id)
      throw failedBecause('scene_changed', 'The scene was saved or compared again in the meantime')
    const lots = scene.lots.map((lot) => {
      const { polygon } = lot_nos.includes(lot.lot_no) ? movedOutline(moved.map, lot.polygon) : lot
      return polygon.length === 0 ? lot : { ...lot, polygon }
    })
    const feature =
      scene.row.feature === null
        ? null
        : JSON.stringify(
            (JSON.parse(scene.row.feature) as [number, number][][])
              .map((outline) => movedOutline(moved.map, outline).polygon)
              .filter((outline) => outline.length > 0),
          )
    const focus = scene.row.focus === null ? null : (JSON.parse(scene.row.focus) as [number, number][] | null)
    const moved_focus = focus && movedOutline(moved.map, focus).polygon
    saveScene(
      db,
      {
        ...scene.row,
        feature,
        focus: moved_focus && moved_focus.length > 0 ? JSON.stringify(moved_focus) : scene.row.focus,
        ref_picture: moved.picture,
        ref_width: moved.width,
        ref_height: moved.height,
        update_ms: Math.max(now(), scene.row.update_ms + 1),
      },
      lots,
    )
    return addReference(db, {
      scene_id,
      taken_ms: moved.check_ms,
      why: 'accepted',
      picture: moved.picture,
      width: moved.width,
      height: moved.height,
    })
  })
  scene_checks.delete(scene_id)
  log.info({ user: session.username, scene_id, lots: lot_nos.length }, 'moved lots were accepted')
  bus.emit('config')
  await dropScenePictures(old, context)
  return sceneShown(sceneOf(scene_id, context), context)
}

/** Runs the change in one transaction, and deletes the new picture if that fails. */
async function orDeletePicture<T>(
  picture: string,
  { db, media }: Pick<Deps, 'db' | 'media'>,
  work: () => T,
): Promise<T> {
  try {
    return db.transaction(work)
  } catch (error) {
    await dropPicture(media, picture)
    throw error
  }
}
