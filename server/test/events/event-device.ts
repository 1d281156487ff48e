/** A device with a camera, a scene and lots in its database, for tests of events. */
import { insertCamera } from '#src/camera/camera.store.ts'
import { saveScene } from '#src/camera/scene.store.ts'
import type { Db } from '#src/core/db.ts'
import { cameraRow } from '../camera/camera-row.ts'

const triangle: [number, number][] = [
  [0.1, 0.1],
  [0.3, 0.1],
  [0.2, 0.4],
]

export const planted_camera = cameraRow({
  camera_sn: 'SN-0001',
  camera_name: '东门 1',
  ipv4: '127.0.0.1',
  onvif_port: 80,
  onvif_supported: 1,
  width: 64,
  height: 48,
  state: 2,
  state_reason: 'picture',
})

/**
 * Inserts one camera `SN-0001` without a picture address and one scene `scene-1` with these lots, all at the
 * same place.
 */
export function plantLots(
  db: Db,
  lot_nos: readonly string[] = ['A01', 'A02'],
  polygon: readonly [number, number][] = triangle,
): void {
  insertCamera(db, planted_camera)
  plantScene(db, lot_nos, polygon)
}

/** The scene of `plantLots` alone. */
export function plantScene(
  db: Db,
  lot_nos: readonly string[] = ['A01', 'A02'],
  polygon: readonly [number, number][] = triangle,
): void {
  saveScene(
    db,
    {
      scene_id: 'scene-1',
      camera_sn: 'SN-0001',
      scene_type: 0,
      enabled: 1,
      parking_no: 'P-1',
      direction: 5,
      ref_width: 64,
      ref_height: 48,
      feature: null,
      focus: null,
      ref_picture: '',
      update_ms: 0,
    },
    lot_nos.map((lot_no) => ({
      lot_no,
      lot_type: 1,
      lot_posture: 0,
      motor_num: 1,
      difficult: 0,
      polygon: [...polygon],
    })),
  )
}
