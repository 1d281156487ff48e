/** A simulated street with a device, set up the way a test, a benchmark or a screenshot needs them. */
import { setTimeout as wait } from 'node:timers/promises'
import { cameraOf, platformParam, sceneOf } from '@parking/sim/provision.ts'
import { startWorld, type World } from '@parking/sim/world.ts'
import { startDevice, type Device } from './device.ts'

export type Stage = {
  /** Number of simulated cameras on the street. */
  on_street?: number
  /** Number of them that are added to the device, each with its lots drawn. */
  added?: number
  /** Whether the platform is configured on the device. */
  platform?: boolean
  /** Whether the cameras answer a search for cameras (WS-Discovery). */
  discovery?: boolean
  /** Whether the machine uses the street's time server from the start, by its numeric address. */
  time_server?: boolean
  /** Whether an analysis program runs and watches the added cameras. */
  analysis?: boolean
  /** Additional environment of the server. */
  env?: Record<string, string>
  /** The folder of another build of the product whose server is started. */
  build?: string
}

/**
 * Interval at which the picture of a street at rest changes. One second would cost a quarter of the
 * processor.
 */
const flicker_ms = 15_000
/** Timeout for the first look of the analysis at every lot; it takes two seconds on an idle machine. */
const first_look_ms = 60_000

/**
 * The street alone; only the test moves its cars. Draws each view once, because the first picture is slow.
 */
export async function openWorld({ on_street = 2, discovery = false }: Stage): Promise<World> {
  const rest = { traffic: false, discoveryPort: 0, flicker_ms }
  const world = await startWorld({ cameras: on_street, discovery, ...rest })
  for (const [at, { serial }] of world.cameras.entries()) await world.street.frame(at, serial)
  return world
}

/** A device, set up by the calls that an installer's browser would make. */
export async function openDevice(
  { platform, added = 0, time_server, analysis, env, build }: Stage,
  world: World,
): Promise<Device> {
  // Without a simulated search, a port on which nothing answers.
  const PARKING_DISCOVERY_PORT = String(world.discovery?.port ?? 9)
  const device = await startDevice(
    { PARKING_DISCOVERY_PORT, ...(!analysis && { PARKING_APP: '' }), ...env },
    world.mail.ca,
    time_server ? world.time.address : undefined,
    build,
  )
  const platform_param = { ...platformParam(world), heartbeat_interval: 5 }
  if (platform) await device.call('/api/parking/update_platform_param', platform_param)
  for (const [i, camera] of world.cameras.slice(0, added).entries()) {
    const add = () => device.call('/api/camera/add_onvif_camera', cameraOf(camera))
    // On a very busy machine either side may time out; that is not under test here.
    const { camera_sn } = await add().catch(add).catch(add).catch(add)
    await device.call('/api/camera/add_update_scene', sceneOf(world.street, i, camera_sn))
  }
  if (added > 0 && analysis) await firstLook(device)
  return device
}

/**
 * Waits until the analysis has looked at every lot: a car that is present at the first look is not an
 * arrival.
 */
async function firstLook(device: Device): Promise<void> {
  const end = Date.now() + first_look_ms
  for (const { scene_id, camera_sn, lots } of (await device.call('/api/camera/get_scenes', {})).list)
    while ((await device.call('/api/camera/lot_states', { scene_id })).list.length < lots.length) {
      if (Date.now() > end) {
        const health = JSON.stringify(await device.call('/api/camera/analysis_health', { camera_sn }))
        throw new Error(`The analysis has not looked at the lots of ${scene_id}: ${health}`)
      }
      await wait(100)
    }
}
