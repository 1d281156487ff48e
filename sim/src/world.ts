/**
 * Everything that the device communicates with, on loopback: a street with its cameras, the IoT platform, a
 * mail server, S3 and FTP storage, a time server and a VPN registrar.
 */
import { startCamera, type Camera } from './peers/camera/camera.ts'
import { startDiscovery, type Discovery } from './peers/camera/discovery.ts'
import { startMail, type MailPeer } from './peers/mail/mail.ts'
import { startPlatform, type Platform } from './peers/platform/platform.ts'
import { startFtpPeer, type FtpPeer } from './peers/storage/ftp-peer.ts'
import { startS3Peer, type S3Peer } from './peers/storage/s3-peer.ts'
import { startTimeServer, type TimeServer } from './peers/time-server.ts'
import { startVpnRegistrar, type VpnRegistrar } from './peers/vpn-registrar.ts'
import { createStreet, type Street, type StreetOptions } from './street/street.ts'

/** The credentials of every camera, and the secret with which sign-ins at the platform are signed. */
export const camera_username = 'admin'
export const camera_password = 'Street#2026'
export const app_secret = 'street-app-secret'
/** The storage for evidence, served over S3 and FTP. */
export const storage_sign_in = { username: 'street', password: 'street-storage-secret' }
export const storage_bucket = 'street-evidence'
/** Another device of the operator, whose name is taken on the platform. */
export const neighbours = { 'PE-NEIGHBOUR': '深南大道-02' }
/** The credentials of the box at the mail server. */
export const mail_user = 'box'
export const mail_password = 'Mail#2026'

export type World = {
  cameras: Camera[]
  platform: Platform
  mail: MailPeer
  time: TimeServer
  registrar: VpnRegistrar
  s3: S3Peer
  ftp: FtpPeer
  street: Street
  discovery: Discovery | undefined
  stop: () => Promise<void>
}
export type WorldOptions = {
  /** Number of cameras. Beyond eight, the views repeat. */
  cameras?: number
  seed?: number
  /** If false, lots start empty and change only through `street.arrive` and `street.leave`. */
  traffic?: boolean
  pace?: StreetOptions['pace']
  now?: () => number
  flicker_ms?: StreetOptions['flicker_ms']
  discovery?: boolean
  /** 3702 by default; 0 takes a free port, for tests that run in parallel (see `world.discovery.port`). */
  discoveryPort?: number
  host?: string
  /**
   * 0 takes free ports. Otherwise consecutive ports starting here, with a free port replacing one that is in
   * use.
   */
  cameraBasePort?: number
  /** Ports of single cameras; they take precedence over `cameraBasePort`. */
  cameraPorts?: readonly (number | undefined)[]
  platformPort?: number
  /** A UDP port. */
  timePort?: number
  registrarPort?: number
  s3Port?: number
  ftpPort?: number
  /** The port with STARTTLS and the port with TLS from the start. */
  mailPort?: number
  mailTlsPort?: number
}

const domes: readonly number[] = [2, 6]
/** This camera has Media2 only. */
const media_two = 5

/** Starts everything; resolves when all servers listen. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const {
    cameras: count = 8,
    host = '127.0.0.1',
    cameraBasePort = 0,
    cameraPorts = [],
    platformPort = 0,
    timePort = 0,
    registrarPort = 0,
    s3Port = 0,
    ftpPort = 0,
    mailPort = 0,
    mailTlsPort = 0,
    discovery: wantsDiscovery = true,
    discoveryPort,
  } = options
  const street = createStreet({
    cameras: count,
    seed: options.seed,
    traffic: options.traffic,
    pace: options.pace,
    now: options.now,
    flicker_ms: options.flicker_ms,
  })
  const cameras: Camera[] = []
  for (let i = 0; i < count; i++) {
    const serial = `STREET-${String(i + 1).padStart(4, '0')}`
    const ptz = domes.includes(i % 8)
    const port = cameraPorts[i] ?? (cameraBasePort && cameraBasePort + i)
    const name = street.views[i]!.name
    cameras.push(
      await atPort(port, (at) =>
        startCamera({
          name: i < 8 ? name : `${name}-${i + 1}`,
          model: ptz ? 'SL-D7420-PTZ' : i % 2 ? 'SL-B4216' : 'SL-B4220',
          serial,
          ptz,
          host,
          port: at,
          ...(i % 8 === media_two && { media: 'two' }),
          username: camera_username,
          password: camera_password,
          frame: (aim) => street.frame(i, serial, aim),
        }),
      ),
    )
  }
  const platform = await atPort(platformPort, (port) =>
    startPlatform({ host, port, appSecret: app_secret, names: neighbours }),
  )
  const time = await atPort(timePort, (port) => startTimeServer({ host, port, now: options.now }))
  const registrar = await atPort(registrarPort, (port) => startVpnRegistrar({ host, port }))
  const mail = await atPort(mailPort, (port) =>
    startMail({
      host,
      port,
      tlsPort: port === 0 ? 0 : mailTlsPort,
      user: mail_user,
      password: mail_password,
    }),
  )
  const s3 = await atPort(s3Port, (port) =>
    startS3Peer({ host, port, bucket: storage_bucket, ...storage_sign_in }),
  )
  const ftp = await atPort(ftpPort, (port) => startFtpPeer({ host, port, ...storage_sign_in }))
  platform.objects = (key) => s3.objects.get(key)
  const discovery = wantsDiscovery ? await startDiscovery(() => cameras, discoveryPort) : undefined
  return {
    cameras,
    platform,
    mail,
    time,
    registrar,
    s3,
    ftp,
    street,
    discovery,
    stop: async () =>
      void (await Promise.all([
        ...cameras.map((camera) => camera.stop()),
        platform.stop(),
        mail.stop(),
        time.stop(),
        registrar.stop(),
        s3.stop(),
        ftp.stop(),
        discovery?.stop(),
      ])),
  }
}

/** Uses the given port, or any free port if it is in use. */
async function atPort<T>(port: number, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port)
  } catch (error) {
    if (port === 0 || !['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error
    return start(0)
  }
}
