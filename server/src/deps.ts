/** What the application is a function of. run.ts makes the real ones; tests make theirs. */
import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from './core/bus.ts'
import type { Db } from './core/db.ts'
import type { Trials } from './device/trial.ts'
import type { Matcher } from './camera/reference/moved-matcher.ts'
import type { Live } from './live/live.ts'
import type { Media } from './core/media.ts'
import type { AppPort } from './ports/app-port.ts'
import type { CameraPort } from './ports/camera-port.ts'
import type { ClockPort } from './ports/clock-port.ts'
import type { DiscoveryPort } from './ports/discovery-port.ts'
import type { HostPort } from './ports/host-port.ts'
import type { JournalPort } from './ports/journal-port.ts'
import type { MailPort } from './ports/mail-port.ts'
import type { NetworkPort } from './ports/network-port.ts'
import type { PackagesPort } from './ports/packages-port.ts'
import type { PlatformPort } from './ports/platform-port.ts'
import type { PowerPort } from './ports/power-port.ts'
import type { ReachPort } from './ports/reach-port.ts'
import type { StoragePort } from './ports/storage-port.ts'
import type { VideoPort } from './ports/video-port.ts'
import type { VpnPort } from './ports/vpn-port.ts'
import type { Secrets } from './core/secrets.ts'
import type { History } from './system/vitals/vitals.ts'
import type { LogBook } from './system/log/log-book.ts'

/** The analysis application at the other end of the analysis socket, as it named itself in its hello. */
export type AnalysisPeer = { name: string; version: string }

export type Deps = {
  db: Db
  log: FastifyBaseLogger
  /** Milliseconds since 1970. A function, so that a test can let time pass. */
  now: () => number
  secrets: Secrets
  media: Media
  bus: Bus
  /** Made anew at every start of the server: a page that sees another one knows that the device came back. */
  boot_id: string
  version: string
  /** The data folder: the database, the pictures, the spool of the analysis application. */
  folder: string
  /** The folder of the numbered files that bring a database up to date. */
  migrations: string
  /** The simulated street lives on loopback; a device refuses such addresses (security row 18). */
  allow_loopback: boolean
  /** Path of the analysis socket (docs/analysis-socket.md). */
  socket: string
  /** Who is connected to it: written by the socket, read by `app_status`. */
  analysis: { peer: AnalysisPeer | null }
  cameras: CameraPort
  video: VideoPort
  /** Who looks at which camera now. */
  live: Live
  /** Compares pictures, in slices. */
  matcher: Matcher
  discovery: DiscoveryPort
  platform: PlatformPort
  mail: MailPort
  app: AppPort
  host: HostPort
  journal: JournalPort
  network: NetworkPort
  /** Changes of the network and the tunnel, each of which goes back by itself unless it is confirmed (docs/decisions/0012). */
  trials: Trials
  clock: ClockPort
  vpn: VpnPort
  packages: PackagesPort
  power: PowerPort
  /** Ends this server in order, once the call that asks for it has been answered, and starts it anew in the same process. */
  restart: () => void
  reach: ReachPort
  storage: StoragePort
  /** The device's own logs: lines of `log` with a `log_type` come here by themselves, audit rows are written by audit.ts. */
  book: LogBook
  /** Readings of memory and temperature over the last day. */
  history: History
}
