/** A whole world on loopback: a street, the cameras that look at it, the IoT platform, a time server and a VPN's registrar. */
import { startCamera, type Camera } from './peers/camera/camera.ts'
import { startDiscovery, type Discovery } from './peers/camera/discovery.ts'
import { startPlatform, type Platform } from './peers/platform/platform.ts'
import { startTimeServer, type TimeServer } from './peers/time-server.ts'
import { startVpnRegistrar, type VpnRegistrar } from './peers/vpn-registrar.ts'
import { createStreet, type Street, type StreetOptions } from './street/street.ts'

/** Every camera's sign-in, and what the platform signs with. */
export const camera_username = 'admin'
export const camera_password = 'Street#2026'
export const app_secret = 'street-app-secret'

export type World = { cameras: Camera[]; platform: Platform; time: TimeServer; registrar: VpnRegistrar; street: Street; discovery: Discovery | undefined; stop: () => Promise<void> }
export type WorldOptions = {
  /** How many, up to any number; the eight places repeat. */
  cameras?: number
  seed?: number
  /** False: lots start empty and nobody comes or goes but by `street.arrive` and `street.leave`. */
  traffic?: boolean
  pace?: StreetOptions['pace']
  now?: () => number
  discovery?: boolean
  /** 3702 unless parallel tests must not meet. With 0 it is a free port (see `world.discovery.port`). */
  discoveryPort?: number
  host?: string
  /** With 0 free ports. Otherwise one after the other from here, and a free port where one is taken. */
  cameraBasePort?: number
  /** Ports for single cameras, before `cameraBasePort` counts. */
  cameraPorts?: readonly (number | undefined)[]
  platformPort?: number
  /** UDP. */
  timePort?: number
  registrarPort?: number
}

const domes: readonly number[] = [2, 6]
/** The one that knows no older media service than Media2. */
const media_two = 5

/** Starts the world; resolves when everything listens. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { cameras: count = 8, host = '127.0.0.1', cameraBasePort = 0, cameraPorts = [], platformPort = 0, timePort = 0, registrarPort = 0, discovery: wantsDiscovery = true, discoveryPort } = options
  const street = createStreet({ cameras: count, seed: options.seed, traffic: options.traffic, pace: options.pace, now: options.now })
  const cameras: Camera[] = []
  for (let i = 0; i < count; i++) {
    const serial = `STREET-${String(i + 1).padStart(4, '0')}`
    const ptz = domes.includes(i % 8)
    const port = cameraPorts[i] ?? (cameraBasePort && cameraBasePort + i)
    const name = street.views[i]!.name
    cameras.push(await atPort(port, (at) => startCamera({
      name: i < 8 ? name : `${name}-${i + 1}`, model: ptz ? 'SL-D7420-PTZ' : i % 2 ? 'SL-B4216' : 'SL-B4220', serial, ptz, host, port: at, ...(i % 8 === media_two && { media: 'two' }),
      username: camera_username, password: camera_password, frame: (aim) => street.frame(i, serial, aim),
    })))
  }
  const platform = await atPort(platformPort, (port) => startPlatform({ host, port, appSecret: app_secret }))
  const time = await atPort(timePort, (port) => startTimeServer({ host, port, now: options.now }))
  const registrar = await atPort(registrarPort, (port) => startVpnRegistrar({ host, port }))
  const discovery = wantsDiscovery ? await startDiscovery(() => cameras, discoveryPort) : undefined
  return {
    cameras, platform, time, registrar, street, discovery,
    stop: async () => void (await Promise.all([...cameras.map((camera) => camera.stop()), platform.stop(), time.stop(), registrar.stop(), discovery?.stop()])),
  }
}

/** Tries the wanted port and takes any free one where it is in use. */
async function atPort<T>(port: number, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port)
  } catch (error) {
    if (port === 0 || !['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return start(0)
  }
}
