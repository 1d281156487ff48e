/**
 * What every part of the server may use: the database, the log, the clock, the ports. Nothing from an area.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Ports } from '../ports/ports.ts'
import type { Bus } from './bus.ts'
import type { DataFindings } from './data-findings.ts'
import type { Db } from './db.ts'
import type { Media } from './media.ts'
import type { Secrets } from './secrets.ts'

export type Deps = Ports & {
  db: Db
  log: FastifyBaseLogger
  /** Milliseconds since 1970. A function, so that a test can move the clock. */
  now: () => number
  secrets: Secrets
  /** Damaged files of the data folder; each becomes an alarm. */
  findings: DataFindings
  media: Media
  bus: Bus
  /** Random, and new at every start of the server, so that a page can tell that the device restarted. */
  boot_id: string
  version: string
  /** The name of this version's folder, which the guard of an upgrade compares with its heartbeat. */
  tree: string
  /** The data folder: the database, the pictures, the spool of the analysis application. */
  folder: string
  /** A folder in which integrators place a model (PARKING_MODEL_FOLDER). */
  model_folder: string | undefined
  /** Where the upgrade guard stores its state (PARKING_UPGRADE); undefined without one. */
  upgrade_folder: string | undefined
  /** The folder of the numbered SQL migrations. */
  migrations: string
  /**
   * Whether peers on loopback addresses are accepted: the simulated street needs it, a device refuses them.
   */
  allow_loopback: boolean
  /** Path of the analysis socket (docs/analysis-socket.md). */
  socket: string
  /**
   * Stops this server cleanly once the current call has been answered, and starts it again in the same
   * process.
   */
  restart: () => void
}
