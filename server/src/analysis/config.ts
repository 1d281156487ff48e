/** Builds the configuration that is sent to the analysis application (docs/analysis-socket.md). */
import { openedCamera } from '../camera/camera-secrets.ts'
import { allCameras } from '../camera/camera.store.ts'
import { movedScenes } from '../camera/reference.store.ts'
import { findScenes } from '../camera/scene.store.ts'
import type { Deps } from '../core/deps.ts'
import { groups_sent_to_analysis } from '../params/param-groups.ts'
import { readParam } from '../params/param.store.ts'
import type { CameraRelays } from './camera-relays.ts'

type Needs = Pick<Deps, 'db' | 'secrets'> & { camera_relays: Pick<CameraRelays, 'addressesOf'> }

/** The addresses of cameras are those of the relay. Only the server's user can open the socket. */
export function analysisConfig({ db, secrets, camera_relays }: Needs) {
  const moved = movedScenes(db)
  return {
    cameras: allCameras(db)
      .map((row) => openedCamera(row, { secrets }))
      .map((camera) => ({
        camera_sn: camera.camera_sn,
        camera_name: camera.camera_name,
        ipv4: camera.ipv4,
        onvif_port: camera.onvif_port,
        ...camera_relays.addressesOf(camera),
        codec_main: camera.codec,
        codec_sub: camera.codec_sub,
        username: camera.username,
        password: camera.password,
        onvif_supported: camera.onvif_supported === 1,
        width: camera.width,
        height: camera.height,
        state: camera.state,
      })),
    scenes: findScenes(db).map(
      ({
        row: {
          scene_id,
          camera_sn,
          scene_type,
          enabled,
          parking_no,
          direction,
          ref_width,
          ref_height,
          feature,
          focus,
        },
        lots,
      }) => ({
        scene_id,
        camera_sn,
        scene_type,
        enabled: enabled === 1,
        parking_no,
        direction,
        ref_width,
        ref_height,
        moved: moved.has(scene_id),
        lots,
        feature: feature === null ? [] : (JSON.parse(feature) as unknown),
        focus: focus === null ? null : (JSON.parse(focus) as unknown),
      }),
    ),
    params: Object.fromEntries(
      groups_sent_to_analysis.map((group) => [group, readParam({ db, secrets }, group)]),
    ),
  }
}
