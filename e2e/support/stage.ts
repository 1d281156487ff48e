/** A street and a device on it, brought to where a test, a benchmark or a picture wants them. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sceneOf } from '@parking/sim/provision.ts'
import { app_secret, camera_password, camera_username, startWorld, type World } from '@parking/sim/world.ts'
import { startDevice, type Device, type DeviceOptions } from './device.ts'
import type { BodyOf } from './wire.ts'

export type Stage = DeviceOptions & {
  /** What it is called in a report; a stage is known by the object itself (house.ts). */
  name: string
  /** How many simulated cameras are on the street. */
  on_street?: number
  /** How many of them have been added to the device, each with its lots drawn. */
  added?: number
  /** Whether the device knows the platform it reports to. */
  platform?: boolean
  /** Whether the cameras answer to whoever searches for them (WS-Discovery). */
  discovery?: boolean
  /** Whether cars come and go by themselves; otherwise only by the test. */
  traffic?: boolean
}

/** What comes and goes is seen at once; pictures of a street at rest would else take a quarter of the processor, with four devices at once. */
const flicker_ms = 15_000

/** The street alone. Each view is drawn once beforehand, as a camera that has been up for a while has done. */
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

/** A file with the authority of the street's mail server: only a program that is told of it when it starts trusts it. */
function authorityOf({ mail }: World): string {
  const file = join(tmpdir(), 'parking-street-authority.pem')
  writeFileSync(file, mail.ca)
  return file
}

/** A device, set up by the calls that an installer's browser would make. */
export async function openDevice(stage: Stage, world: World): Promise<Device> {
  // Without a street that answers, a port at which nobody does: never one of another test's.
  const device = await startDevice({
    ...stage,
    env: {
      NODE_EXTRA_CA_CERTS: authorityOf(world),
      PARKING_DISCOVERY_PORT: String(world.discovery?.port ?? 9),
      ...stage.env,
    },
  })
  if (stage.platform) await device.call('/api/parking/update_platform_param', platformParam(world))
  for (const [i, camera] of world.cameras.slice(0, stage.added ?? 0).entries()) {
    const { camera_sn } = await device.call('/api/camera/add_onvif_camera', {
      camera_name: camera.name,
      ipv4: camera.host,
      onvif_port: camera.port,
      username: camera_username,
      password: camera_password,
    })
    await device.call(
      '/api/camera/add_update_scene',
      sceneOf(world.street, i, camera_sn) as BodyOf<'/api/camera/add_update_scene'>,
    )
  }
  return device
}
