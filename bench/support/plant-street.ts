/** Inserts 16 online cameras with 200 lots, numbered as `fillMillion` numbers them. */
import { insertCamera } from '@parking/server/camera/camera.store.ts'
import { saveScene } from '@parking/server/camera/scene.store.ts'
import type { Db } from '@parking/server/core/db.ts'
import { cameraRow } from '@parking/server/test/camera/camera-row.ts'

export const street_size = { cameras: 16, lots: 200 } as const

export function plantStreet(db: Db): { lot_no: string; scene_id: string }[] {
  return Array.from({ length: street_size.cameras }, (_, n) => {
    const [camera_sn, scene_id] = [`S-${n}`, `scene-${n}`]
    insertCamera(
      db,
      cameraRow({
        camera_sn,
        camera_name: `Camera ${n}`,
        ipv4: `192.0.2.${n + 1}`,
        onvif_port: 80,
        onvif_supported: 1,
        width: 1920,
        height: 1080,
        state: 1,
      }),
    )
    const lots = Array.from({ length: street_size.lots }, (__, at) => at)
      .filter((at) => at % street_size.cameras === n)
      .map((at) => ({
        lot_no: `L${at}`,
        lot_type: 1 as const,
        lot_posture: 0 as const,
        motor_num: 1,
        difficult: 0 as const,
        polygon: [
          [0.1, 0.8],
          [0.3, 0.8],
          [0.35, 0.6],
          [0.15, 0.6],
        ] as [number, number][],
      }))
    saveScene(
      db,
      {
        scene_id,
        camera_sn,
        scene_type: 0,
        enabled: 1,
        parking_no: `P-${n}`,
        direction: 5,
        ref_width: 1920,
        ref_height: 1080,
        feature: null,
        focus: null,
        ref_picture: '',
        update_ms: 1,
      },
      lots,
    )
    return lots.map(({ lot_no }) => ({ lot_no, scene_id }))
  }).flat()
}
