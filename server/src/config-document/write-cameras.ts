/** Replaces cameras, scenes and lots by those of a document. Unchanged items keep their state and picture. */
import {
  camera_state,
  camera_urls,
  cameraLeavesPlace,
  unmaskedUrl,
  urlMaskIssues,
  withoutUrlMasks,
} from '@parking/contract'
import { openedUrls, sealedUrls, type CameraUrls } from '../camera/camera-secrets.ts'
import {
  allCameras,
  cameraBySn,
  deleteCameraRow,
  insertCamera,
  releaseOnvifAddresses,
  updateCamera,
  type CameraRow,
} from '../camera/camera.store.ts'
import type { Deps } from '../core/deps.ts'
import { deleteLots, deleteSceneRow, findScenes, saveScene, type SceneRow } from '../camera/scene.store.ts'
import { badFields } from '../core/refusal.ts'
import { same } from './canonical.ts'
import type { DocumentCamera, DocumentScene } from './current.ts'
import type { DocumentSecrets } from './wrap.ts'

type Needs = Pick<Deps, 'db' | 'secrets' | 'now'>

/** Returns the serial numbers of deleted cameras, and the names of cameras that now need a password. */
export function writeCameras(
  list: readonly DocumentCamera[],
  secrets: DocumentSecrets | null,
  { db, secrets: vault, now }: Needs,
): { deleted_cameras: string[]; needs_password: string[] } {
  const kept = new Set(list.map(({ camera_sn }) => camera_sn))
  const deleted_cameras = allCameras(db)
    .filter(({ camera_sn }) => !kept.has(camera_sn))
    .map(({ camera_sn }) => camera_sn)
  for (const camera_sn of deleted_cameras) deleteCameraRow(db, camera_sn)
  // Two cameras may have swapped addresses, so no address is taken while rows are written.
  releaseOnvifAddresses(db)
  const given = new Map(secrets?.cameras.map((one) => [one.camera_sn, one]))
  const needs_password: string[] = []
  for (const { password_set, ...camera } of list) {
    const row = cameraBySn(db, camera.camera_sn)
    const file = given.get(camera.camera_sn)
    // Empty for a camera that has secrets only in its addresses.
    const plain = file?.password || undefined
    const { urls, lost } = urlsOf(camera, row, file?.urls, { secrets: vault })
    const old = row ? vault.open(row.password) : ''
    // A stored password is not used if the file changes the address to another place.
    const kept = row && !leavesPlace(row, camera) ? old : ''
    const password = !password_set ? '' : (plain ?? kept)
    const needs = (password_set && password === '') || lost
    if (needs) needs_password.push(camera.camera_name)
    const values = {
      ...camera,
      ...sealedUrls(urls, row, { secrets: vault }),
      onvif_supported: camera.onvif_supported ? 1 : 0,
      ptz_supported: camera.ptz_supported ? 1 : 0,
      source_token: camera.source_token ?? '',
      serial: camera.serial ?? (camera.onvif_supported ? camera.camera_sn : ''),
      urls_typed: camera.urls_typed ? 1 : 0,
      password: row && password === old ? row.password : vault.seal(password),
      ...(needs ? { state: camera_state.error, state_reason: 'signin' as const, state_ms: now() } : {}),
    } as const
    if (row) updateCamera(db, camera.camera_sn, values)
    else
      insertCamera(db, {
        state: camera_state.offline,
        state_reason: '',
        state_ms: now(),
        create_ms: now(),
        ...values,
        server_trust: values.server_trust ?? '',
      })
  }
  return { deleted_cameras, needs_password }
}

/**
 * The complete addresses: from the file's secrets, else with the masks replaced by the values stored for the
 * same place. `lost`: no value was stored for a mask, so it became empty.
 */
function urlsOf(
  camera: CameraUrls,
  row: CameraRow | undefined,
  file: Partial<CameraUrls> | undefined,
  vault: Pick<Deps, 'secrets'>,
): { urls: CameraUrls; lost: boolean } {
  const stored = row && openedUrls(row, vault)
  const named = { ...camera, ...file }
  const lost = urlMaskIssues(camera_urls, { ...row }, { ...named }).length > 0
  const whole = (field: keyof CameraUrls) => withoutUrlMasks(unmaskedUrl(named[field], stored?.[field] ?? ''))
  return {
    urls: {
      stream_url_main: whole('stream_url_main'),
      stream_url_sub: whole('stream_url_sub'),
      frame_url: whole('frame_url'),
    },
    lost,
  }
}

/**
 * Whether the password would go to another place: it is sent to the URLs and, by ONVIF, to the host and port.
 */
const leavesPlace = (
  row: CameraRow,
  { onvif_supported, ipv4, onvif_port, ...urls }: Omit<DocumentCamera, 'password_set'>,
): boolean =>
  cameraLeavesPlace(row, urls) || (onvif_supported && cameraLeavesPlace(row, { ipv4, onvif_port }))

/** Returns the paths of unused pictures. Throws 1000 if the camera of a scene is not on this device. */
export function writeScenes(list: readonly DocumentScene[], { db, now }: Needs): string[] {
  const missing = list.flatMap(({ camera_sn }, at) =>
    cameraBySn(db, camera_sn)
      ? []
      : [{ field: `sections.scenes.list.${at}.camera_sn`, issue: 'not_found' as const }],
  )
  if (missing.length > 0) throw badFields(missing)
  const before = new Map(findScenes(db).map((scene) => [scene.row.scene_id, scene]))
  const kept = new Set(list.map(({ scene_id }) => scene_id))
  const pictures: string[] = []
  for (const { row } of before.values()) {
    if (kept.has(row.scene_id)) continue
    deleteSceneRow(db, row.scene_id)
    pictures.push(row.ref_picture)
  }
  // A lot may have changed its scene, so no number is taken while rows are written.
  deleteLots(db)
  for (const scene of list) {
    const old = before.get(scene.scene_id)
    const same_camera = old?.row.camera_sn === scene.camera_sn
    if (old && !same_camera) pictures.push(old.row.ref_picture)
    const row = rowOf(scene, old && same_camera ? old.row.ref_picture : '', now())
    const untouched =
      old && same({ ...old.row, update_ms: 0 }, { ...row, update_ms: 0 }) && same(old.lots, scene.lots)
    saveScene(db, untouched ? old.row : row, scene.lots)
  }
  return pictures.filter((path) => path !== '')
}

function rowOf(
  { lots: _, feature, focus, enabled, ...rest }: DocumentScene,
  ref_picture: string,
  update_ms: number,
): SceneRow {
  const drawn = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  return {
    ...rest,
    enabled: enabled ? 1 : 0,
    feature: drawn(feature),
    focus: drawn(focus),
    ref_picture,
    update_ms,
  }
}
