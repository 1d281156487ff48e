/**
 * Flat values of cameras, scenes and the device for audit and history, without secrets and transient state.
 */
import type { Values } from '../core/audit-values.ts'
import { cameraBySn } from './camera.store.ts'
import { findScenes } from './scene.store.ts'
import type { Deps } from '../core/deps.ts'

type Place = Pick<Deps, 'db'>

/** Empty if the camera does not exist. */
export function cameraValues(camera_sn: string | undefined, { db }: Place): Values {
  const row = cameraBySn(db, camera_sn ?? '')
  if (!row) return {}
  const {
    password: _,
    codec: _codec,
    codec_sub: _codec_sub,
    state: __,
    state_reason: ___,
    state_ms: ____,
    create_ms: _____,
    ...known
  } = row
  return known
}

/**
 * Each lot is a value of its own, so that only changed lots are recorded. Empty if the scene does not exist.
 */
export function sceneValues(scene_id: string | undefined, { db }: Place): Values {
  const found = scene_id === undefined ? undefined : findScenes(db, { scene_id })[0]
  if (!found) return {}
  const { update_ms: _, ref_picture: __, ...row } = found.row
  return { ...row, ...Object.fromEntries(found.lots.map(({ lot_no, ...lot }) => [`lot ${lot_no}`, lot])) }
}
