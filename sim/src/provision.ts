/** The setup of the simulated device: the calls that the server makes to itself on its first start. */
import {
  app_secret,
  camera_password,
  camera_username,
  mail_password,
  mail_user,
  storage_bucket,
  storage_sign_in,
  type World,
} from './world.ts'

export type Provision = { path: string; body: Record<string, unknown> }[]

/** Number of cameras that are added to the device. The other two are left to be discovered. */
export const added_cameras = 6
/** Number of cameras that get scenes and lots. */
const with_scenes = 4

/**
 * The calls in order: platform, alarm mail, storage, name and address of the box, time server, cameras,
 * scenes.
 */
export function provisionOf(world: World): Provision {
  const { cameras, mail, s3, street, time } = world
  return [
    { path: '/api/parking/update_platform_param', body: platformParam(world) },
    {
      path: '/api/parking/update_alarm_param',
      body: {
        email_server: mail.address,
        from_user: mail_user,
        from_auth: mail_password,
        from_email: 'box@street.test',
        to_email: ['duty@street.test'],
      },
    },
    {
      path: '/api/parking/update_storage_param',
      body: { protocol: 4, endpoint: s3.url, ...storage_sign_in, directory: `${storage_bucket}/kerb-01` },
    },
    { path: '/api/device/set_basic_info', body: { name: '深南大道-01' } },
    {
      path: '/api/device/set_address',
      body: {
        province: '广东省',
        city: '深圳市',
        district: '南山区',
        detail_address: '深南大道 9988 号',
        longitude: 113.94386,
        latitude: 22.54023,
      },
    },
    // With its port, which timedatectl does not report.
    { path: '/api/device/set_ntp', body: { ntp_enabled: true, ntp_server: time.address } },
    ...cameras.slice(0, added_cameras).map((camera) => ({
      path: '/api/camera/add_onvif_camera',
      body: cameraOf(camera),
    })),
    ...cameras.slice(0, with_scenes).map((camera, i) => ({
      path: '/api/camera/add_update_scene',
      body: sceneOf(street, i, camera.serial),
    })),
  ]
}

/** Points the device at the simulated platform. */
export function platformParam({ platform }: World) {
  const { auth_url, device_init_url, device_hb_url, data_url } = platform.urls
  return {
    operator_no: 'OP-0755',
    protocol: 1,
    auth_url,
    device_init_url,
    device_hb_url,
    heartbeat_interval: 30,
    data_url,
    timer_data_url: '',
    lot_state_url: '',
    extra_info: JSON.stringify({ app_secret }),
  } as const
}

/** A camera with its factory credentials. */
export const cameraOf = (camera: World['cameras'][number]) => ({
  camera_name: camera.name,
  ipv4: camera.host,
  onvif_port: camera.port,
  username: camera_username,
  password: camera_password,
})

/** The scene that a careful installer would draw: a lot on each painted lot. */
export function sceneOf(street: World['street'], camera: number, camera_sn: string) {
  const { parking_no, layout } = street.views[camera]!
  return {
    camera_sn,
    scene_type: 0,
    enabled: true,
    parking_no,
    direction: 5,
    ref_width: 1920,
    ref_height: 1080,
    lots: street.lots(camera).map(({ lot_no, kind, cells, polygon }) => ({
      lot_no,
      lot_type: layout === 'kerb' ? (1 as const) : (2 as const),
      lot_posture: 0 as const,
      motor_num: kind === 'motorcycles' ? cells : 1,
      difficult: 0 as const,
      polygon,
    })),
  } as const
}
