/** Flat values of cameras and scenes for audit and history, without secrets and transient state. */
import type { Values } from '../core/audit-values.ts'
import { cameraBySn } from './camera.store.ts'
import { findScenes } from './scene.store.ts'
import type { Deps } from '../core/deps.ts'

type Needs = Pick<Deps, 'db'>

/** The values of a camera; empty if it does not exist. */
export function cameraValues(camera_sn: string | undefined, { db }: Needs): Values {
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
 * The values of a scene, with each lot as a separate value, so that only changed lots are recorded. Empty if
 * the scene does not exist.
 */
export function sceneValues(scene_id: string | undefined, { db }: Needs): Values {
  const found = scene_id === undefined ? undefined : findScenes(db, { scene_id })[0]
  if (!found) return {}
  const { update_ms: _, ref_picture: __, ...row } = found.row
  return { ...row, ...Object.fromEntries(found.lots.map(({ lot_no, ...lot }) => [`lot ${lot_no}`, lot])) }
}
