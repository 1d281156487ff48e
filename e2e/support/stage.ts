/** A simulated street with a device on it, set up the way a test, a benchmark or a screenshot needs them. */
import { setTimeout as wait } from 'node:timers/promises'
import { sceneOf } from '@parking/sim/provision.ts'
import { app_secret, camera_password, camera_username, startWorld, type World } from '@parking/sim/world.ts'
import { startDevice, type Device, type DeviceOptions } from './device.ts'
import type { BodyOf } from './wire.ts'

export type Stage = DeviceOptions & {
  /** How many simulated cameras are on the street. */
  on_street?: number
  /** How many of them have been added to the device, each with its lots drawn. */
  added?: number
  /** Whether the device knows the platform it reports to. */
  platform?: boolean
  /** Whether the cameras answer a search for cameras (WS-Discovery). */
  discovery?: boolean
  /** Whether cars come and go by themselves; otherwise only the test moves them. */
  traffic?: boolean
}

/** How often the picture of a street at rest changes. Every second would cost a quarter of the processor. */
const flicker_ms = 15_000
/** For the analysis to look once at every lot; it takes two seconds on a machine that is not busy. */
const first_look_ms = 60_000

/** The street alone. Each view is drawn once beforehand, because a camera's first picture is slow. */
export async function openWorld({
  on_street = 2,
  traffic = false,
  discovery = false,
}: Stage): Promise<World> {
  const world = await startWorld({ cameras: on_street, traffic, discovery, discoveryPort: 0, flicker_ms })
  for (const [at, { serial }] of world.cameras.entries()) await world.street.frame(at, serial)
  return world
}

/** The body that points a device at a simulated platform. */
export const platformParam = ({ platform }: World): BodyOf<'/api/parking/update_platform_param'> => {
  const { auth_url, device_init_url, device_hb_url, data_url } = platform.urls
  return {
    operator_no: 'OP-0755',
    heartbeat_interval: 5,
    auth_url,
    device_init_url,
    device_hb_url,
    data_url,
    extra_info: JSON.stringify({ app_secret }),
  }
}

/** A device, set up by the calls that an installer's browser would make. */
export async function openDevice(stage: Stage, world: World): Promise<Device> {
  // Without a simulated search, a port at which nothing answers.
  const discovery_port = String(world.discovery?.port ?? 9)
  const env = { PARKING_DISCOVERY_PORT: discovery_port, ...stage.env }
  const device = await startDevice({ ...stage, authority: world.mail.ca, env })
  if (stage.platform) await device.call('/api/parking/update_platform_param', platformParam(world))
  for (const [i, camera] of world.cameras.slice(0, stage.added ?? 0).entries()) {
    const add = () =>
      device.call('/api/camera/add_onvif_camera', {
        camera_name: camera.name,
        ipv4: camera.host,
        onvif_port: camera.port,
        username: camera_username,
        password: camera_password,
      })
    // On a busy machine the simulated camera may answer later than the device waits; that is not under test
    // here.
    const { camera_sn } = await add().catch(add).catch(add)
    const scene = sceneOf(world.street, i, camera_sn) as BodyOf<'/api/camera/add_update_scene'>
    await device.call('/api/camera/add_update_scene', scene)
  }
  if ((stage.added ?? 0) > 0) await firstLook(device)
  return device
}

/**
 * Waits until the analysis has looked at every lot: a car that is there at its first look is not an arrival.
 */
async function firstLook(device: Device): Promise<void> {
  const end = Date.now() + first_look_ms
  for (const { scene_id, lots } of (await device.call('/api/camera/get_scenes', {})).list)
    while ((await device.call('/api/camera/lot_states', { scene_id })).list.length < lots.length) {
      if (Date.now() > end) throw new Error(`The analysis has not looked at the lots of ${scene_id}`)
      await wait(100)
    }
}
