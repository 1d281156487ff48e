/**
 * Checks whether the camera of a scene is still positioned as it was when the lots were drawn
 * (docs/decisions/0003), by comparing a picture with the reference. A moved scene stays marked until a user
 * accepts or redraws the lots or the camera is put back.
 */
import { openedCamera } from '../camera-secrets.ts'
import type { SceneCheck, SceneChecks } from '../scene-checks.ts'
import type { CameraLooks } from '../look.ts'
import { afterCheck, mapDistance, judgeMatch, confirmations, type Compared } from '../matching/judge.ts'
import type { Matcher } from '../matching/matcher.ts'
import { randomUUID } from 'node:crypto'
import { log_type, type CheckReason } from '@parking/contract'
import type { Deps } from '#src/core/deps.ts'
import { CameraError } from '#src/ports/camera-port.ts'
import { notFound } from '#src/core/refusal.ts'
import { cameraBySn } from '../camera.store.ts'
import { dropPicture, storePicture, dropScenePictures } from '../picture-file.ts'
import { storeReference } from '../reference-file.ts'
import { mark, movedRow, unmark } from '../reference.store.ts'
import { findScenes, type Scene } from '../scene.store.ts'
import { patient_ms, takePicture } from '../take-picture.ts'

/**
 * A view lost for this long in daylight is not a passing bus. `daylight`: hours in the device's time zone.
 */
const lost_ms = 30 * 60_000
const daylight = { from: 8, to: 17 } as const

/** A proposal that differs from the last one by less, in pixels of the reference, is treated as the same. */
const same_proposal_px = 4

type Needs = Pick<Deps, 'db' | 'media' | 'now' | 'log' | 'bus'> & {
  matcher: Matcher
  scene_checks: SceneChecks
}

/** Compares a picture with the scene's reference. Changes nothing. */
export async function compare(
  { row, lots }: Scene,
  jpeg: Uint8Array,
  { media, matcher }: Pick<Needs, 'media' | 'matcher'>,
): Promise<Compared> {
  const reference =
    row.ref_picture === '' ? undefined : await media.files.read(row.ref_picture).catch(() => undefined)
  if (!reference) return unclear('no_reference')
  const outlines = lots.map((lot) => lot.polygon)
  const marks = row.feature === null ? [] : (JSON.parse(row.feature) as [number, number][][])
  const found = await matcher.match(reference, jpeg, { lots: outlines, marks })
  return judgeMatch(found.match, found, outlines, { width: row.ref_width, height: row.ref_height })
}

export const unclear = (reason: Exclude<CheckReason, ''>): Compared => ({ result: 'unclear', reason })

/**
 * Takes a picture, compares it and applies the result without waiting for more comparisons, because a user is
 * watching. Throws 3000 for an unknown scene.
 */
export async function checkNow(scene_id: string, deps: Deps & Needs & { looks: CameraLooks }): Promise<void> {
  const scene = findScenes(deps.db, { scene_id })[0]
  if (!scene) throw notFound('The scene')
  const camera = cameraBySn(deps.db, scene.row.camera_sn)
  if (!camera) throw notFound('The camera')
  const picture = await takePicture(openedCamera(camera, deps), deps, { timeout_ms: patient_ms }).catch(
    (error: unknown) => {
      if (error instanceof CameraError) return undefined
      throw error
    },
  )
  if (picture) await storePicture(deps, camera.camera_sn, picture.jpeg, deps.now())
  const frozen = deps.looks.get(camera.camera_sn)?.health === 'frozen'
  const compared = !picture
    ? unclear('offline')
    : frozen
      ? unclear('frozen')
      : await compare(scene, picture.jpeg, deps)
  await applyComparison(scene, compared, picture, deps, { moved: 1, same: 1 })
}

/**
 * Applies the result of a comparison: stores it, and marks or unmarks the scene after enough consecutive
 * equal results. Ignores a scene that was saved in the meantime, because the comparison used another
 * reference or other lots.
 */
export async function applyComparison(
  scene: Scene,
  compared: Compared,
  picture: { jpeg: Uint8Array; width: number; height: number } | undefined,
  deps: Needs,
  needed: { moved: number; same: number } = confirmations,
): Promise<void> {
  const { db, media, now, scene_checks } = deps
  const { scene_id, camera_sn, update_ms, ref_width, ref_height } = scene.row
  const unchanged = () => findScenes(db, { scene_id })[0]?.row.update_ms === update_ms
  if (!unchanged()) return
  const before = movedRow(db, scene_id)
  const { pending, then } = afterCheck(
    before !== undefined,
    scene_checks.get(scene_id)?.pending,
    compared.result,
    needed,
  )
  const lost = lostAfter(scene, compared, deps)
  scene_checks.set(scene_id, { compared, check_ms: now(), pending, lost })
  if (then === 'unmark' && before) {
    await dropScenePictures(unmark(db, scene_id), deps)
    reportChange(scene, 'back', compared, deps)
  }
  if (compared.result !== 'moved' || !picture || (then !== 'mark' && !before)) return
  const lots = scene.lots.map((lot) => lot.polygon)
  if (
    before &&
    mapDistance(before.map, compared.map, lots, { width: ref_width, height: ref_height }) < same_proposal_px
  )
    return
  const path = await storeReference(media, camera_sn, scene_id, picture.jpeg, now())
  if (!unchanged()) return dropPicture(media, path)
  const old = mark(db, {
    scene_id,
    since_ms: before?.since_ms ?? now(),
    check_ms: now(),
    check_id: randomUUID(),
    picture: path,
    width: picture.width,
    height: picture.height,
    map: compared.map,
    px: compared.px,
    confidence: compared.confidence,
  })
  await dropScenePictures(old, deps)
  // Logged only once: further movement of a marked scene is not reported.
  if (!before) reportChange(scene, 'moved', compared, deps)
}

/**
 * If a camera is turned away completely, or covered by day, its pictures cannot be compared. That is an alarm
 * if it lasts. Night, a frozen picture and a camera that does not answer have their own alarms.
 */
function lostAfter(
  { row, camera_name }: Scene,
  compared: Compared,
  { scene_checks, now, log }: Needs,
): SceneCheck['lost'] {
  if (compared.result !== 'unclear') return undefined
  const before = scene_checks.get(row.scene_id)?.lost
  if (compared.reason !== 'another' && compared.reason !== 'blank') return before
  const hour = new Date(now()).getHours()
  if (hour < daylight.from || hour >= daylight.to) return undefined
  const lost = before ?? { since_ms: now(), reported: false }
  if (lost.reported || now() - lost.since_ms < lost_ms) return lost
  log.warn(
    {
      log_type: log_type.alarm,
      what: 'scene_lost',
      scene_id: row.scene_id,
      parking_no: row.parking_no,
      camera_sn: row.camera_sn,
      camera_name,
      minutes: Math.round((now() - lost.since_ms) / 60_000),
    },
    'the pictures of a camera show nothing of the reference of a scene',
  )
  return { ...lost, reported: true }
}

function reportChange(
  { row, camera_name }: Scene,
  what: 'moved' | 'back',
  compared: Compared,
  { log, bus }: Needs,
): void {
  const { px, confidence } = compared.result === 'unclear' ? { px: 0, confidence: 0 } : compared
  const facts = {
    log_type: log_type.alarm,
    scene_id: row.scene_id,
    parking_no: row.parking_no,
    camera_sn: row.camera_sn,
    camera_name,
    px: Math.round(px),
    confidence,
  }
  if (what === 'moved')
    log.warn(
      { ...facts, what: 'scene_moved' },
      'a camera has moved: the lots of a scene no longer lie where they were drawn',
    )
  else log.info({ ...facts, what: 'scene_back' }, 'a moved camera is back in its old position')
  bus.emit('config')
}
