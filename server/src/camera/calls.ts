/**
 * Handlers of area `camera` (spec §7). Long because all its calls are here.
 */
import {
  code,
  type Answer,
  type CameraStep,
  type camera_calls,
  type camera_try_calls,
  type scene_calls,
} from '@parking/contract'
import { recordChange } from '../changes/record-change.ts'
import type { SceneChecks } from './scene-checks.ts'
import type { ProgressBoard } from '../core/flow/progress.ts'
import type { CameraLooks, Finding } from './look.ts'
import type { Db } from '../core/db.ts'
import { notFound } from '../core/refusal.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { stampOf } from '../core/stamp.ts'
import { addCommonCamera, addOnvifCamera } from './add.ts'
import { maskedUrls, openedCamera } from './camera-secrets.ts'
import {
  cameraBySn,
  countStates,
  deleteCameraRow,
  listCameraRows,
  type ListedCamera,
} from './camera.store.ts'
import { discoverCameras } from './discover.ts'
import { serialHolder } from './identity.ts'
import { dropPictures, lastPicture, storePicture, pictureAddress, dropScenePictures } from './picture-file.ts'
import { scenePictures } from './reference.store.ts'
import { addUpdateScene, sceneShown } from './scene.ts'
import { deleteSceneRow, findScenes, lotPlaces } from './scene.store.ts'
import type { SignInRests } from './sign-in-rests.ts'
import { takePicture } from './take-picture.ts'
import type { Tried, TriedCameras } from './tried-cameras.ts'
import { tryCommonCamera, tryOnvifCamera } from './try.ts'
import { onvifRow, syncOnvifCamera, updateCommonCamera, updateOnvifCamera } from './update.ts'

type Needs = CallContext & {
  looks: CameraLooks
  sign_ins: SignInRests
  camera_tries: ProgressBoard<CameraStep>
  tried_cameras: TriedCameras
  scene_checks: SceneChecks
  camera_snapshots: { takeBefore(context: CallContext): Promise<void> }
}

const triedBy = ({ tried_cameras, session }: Needs): Tried => tried_cameras.of(session.username)

export const camera_handlers = {
  camera_state: (_, { db }) => countStates(db),

  list_cameras(body, context) {
    const { total, list } = listCameraRows(context.db, body)
    return { total, list: list.map((row) => cameraShown(row, context)) }
  },

  async add_onvif_camera(form, context) {
    const camera_sn = await addOnvifCamera(form, context, triedBy(context))
    context.log.info({ user: context.session.username, camera_sn }, 'camera added')
    return shownBySn(camera_sn, context)
  },

  async add_common_camera(form, context) {
    const camera_sn = await addCommonCamera(form, context, triedBy(context))
    context.log.info({ user: context.session.username, camera_sn }, 'camera added')
    return shownBySn(camera_sn, context)
  },

  async update_onvif_camera(form, context) {
    await updateOnvifCamera(form, context, triedBy(context))
    context.log.info({ user: context.session.username, camera_sn: form.camera_sn }, 'camera changed')
    return shownBySn(form.camera_sn, context)
  },

  async update_common_camera(form, context) {
    await updateCommonCamera(form, context, triedBy(context))
    context.log.info({ user: context.session.username, camera_sn: form.camera_sn }, 'camera changed')
    return shownBySn(form.camera_sn, context)
  },

  discover_cameras: (_, context) => discoverCameras(context),
  try_onvif_camera: (form, context) => tryOnvifCamera(form, context.session.username, context),
  try_common_camera: (form, context) => tryCommonCamera(form, context.session.username, context),
  camera_try_steps: ({ watch }, { camera_tries, session }) => ({
    passed: camera_tries.steps(session.username, watch),
  }),

  async reboot_onvif_camera({ camera_sn }, { db, cameras, secrets, log, session }) {
    const row = onvifRow(db, camera_sn)
    await cameras.reboot(openedCamera(row, { secrets }))
    log.info({ user: session.username, camera_sn }, 'camera restarted')
    return {}
  },

  async sync_onvif_camera({ list }, context) {
    await context.camera_snapshots.takeBefore(context)
    const outcomes = await Promise.all(
      [...new Set(list)].map((camera_sn) => syncOnvifCamera(camera_sn, context)),
    )
    context.log.info(
      { user: context.session.username, failed: outcomes.filter((one) => one.code !== code.success).length },
      'cameras measured again',
    )
    return { list: outcomes }
  },

  async delete_camera({ camera_sn }, context) {
    const { db, media, looks, bus, log, session } = context
    if (!cameraBySn(db, camera_sn)) throw notFound('The camera')
    await context.camera_snapshots.takeBefore(context)
    const deleted = recordChange(context, { kind: 'delete_camera', files: [lastPicture(camera_sn)] }, () =>
      deleteCameraRow(db, camera_sn),
    )
    if (!deleted) throw notFound('The camera')
    log.info({ user: session.username, camera_sn }, 'camera deleted')
    bus.emit('config')
    await dropPictures(media, looks, camera_sn)
    return {}
  },

  async snapshot({ camera_sn }, { db, media, looks, sign_ins, cameras, video, secrets, now }) {
    const row = cameraBySn(db, camera_sn)
    if (!row) throw notFound('The camera')
    const picture = await takePicture(openedCamera(row, { secrets }), { cameras, video })
    sign_ins.report(row)
    const taken = now()
    await storePicture({ db, media, looks }, camera_sn, picture.jpeg, taken)
    return {
      snapshot: pictureAddress(media, looks, camera_sn, taken),
      width: picture.width,
      height: picture.height,
      time_str: stampOf(taken),
    }
  },

  add_update_scene: (form, context) => addUpdateScene(form, context),

  get_scenes({ camera_sn }, context) {
    const list = findScenes(context.db, { camera_sn }).map((scene) => sceneShown(scene, context))
    return { total: list.length, list }
  },

  async delete_scene({ scene_id }, context) {
    const { db, bus, log, session } = context
    const pictures = scenePictures(db, scene_id)
    const deleted = recordChange(context, { kind: 'delete_scene' }, () => deleteSceneRow(db, scene_id))
    if (!deleted) throw notFound('The scene')
    log.info({ user: session.username, scene_id }, 'scene deleted')
    bus.emit('config')
    await dropScenePictures(pictures, context)
    return {}
  },

  get_all_lots_no(_, { db }) {
    const list = lotPlaces(db)
    return { total: list.length, list }
  },
} satisfies Handlers<
  keyof typeof camera_calls | keyof typeof camera_try_calls | keyof typeof scene_calls,
  Needs
>

function shownBySn(camera_sn: string, context: Needs): Answer<'add_onvif_camera'> {
  const row = cameraBySn(context.db, camera_sn)
  if (!row) throw notFound('The camera')
  const scenes = findScenes(context.db, { camera_sn })
  return cameraShown(
    { ...row, scene_num: scenes.length, lot_num: scenes.reduce((sum, { lots }) => sum + lots.length, 0) },
    context,
  )
}

/** A camera in its wire form, without its secrets. */
function cameraShown(row: ListedCamera, { db, media, looks, now }: Needs): Answer<'add_onvif_camera'> {
  const {
    create_ms: _created,
    sources: _sources,
    mac: _mac,
    endpoint: _endpoint,
    service_path: _path,
    state_ms,
    password,
    onvif_supported,
    ptz_supported,
    urls_typed,
    ...rest
  } = row
  return {
    ...rest,
    ...maskedUrls(rest),
    password: '',
    password_set: password !== '',
    onvif_supported: onvif_supported === 1,
    ptz_supported: ptz_supported === 1,
    urls_typed: urls_typed === 1,
    state_time_str: stampOf(looks.get(row.camera_sn)?.look_ms || state_ms),
    snapshot: pictureAddress(media, looks, row.camera_sn, now()),
    picture_health: looks.get(row.camera_sn)?.health ?? '',
    findings: [...sharedSerial(row, db), ...(looks.get(row.camera_sn)?.findings ?? [])],
  }
}

/** That another camera at another address reports the same serial number. */
function sharedSerial(row: ListedCamera, db: Db): Finding[] {
  const other = row.onvif_supported === 1 ? serialHolder(db, row, row.serial, row) : undefined
  return other ? [{ finding: 'serial_shared', before: '', said: other.camera_name }] : []
}
