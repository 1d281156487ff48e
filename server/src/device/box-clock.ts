/** The settings of the box's clock as last read, with the time server set on the console. */
import { hostPortOf } from '@parking/contract'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'
import type { ClockNow } from '../ports/clock-port.ts'

/**
 * Stores the time server set on this console, because a disabled
 * time service cannot report which server it would use.
 */
const key = 'ntp'
type Ntp = { ntp_server: string }
const factory: Ntp = { ntp_server: '' }

export const storeNtpServer = (db: Db, ntp_server: string, now: number): void =>
  writeSetting<Ntp>(db, key, { ntp_server }, now)

type ClockSettings = Pick<ClockNow, 'time_zone' | 'ntp_enabled' | 'ntp_server'>

export class BoxClock {
  readonly #deps: Pick<Deps, 'clock' | 'db'>
  #last: ClockSettings | undefined
  #synchronized: boolean | null = null

  constructor({ clock, db }: Pick<Deps, 'clock' | 'db'>) {
    this.#deps = { clock, db }
  }

  /** The settings as last read. The audit shows them before and after a change. */
  get last(): ClockSettings | undefined {
    return this.#last
  }

  /** Whether the clock was synchronized when it was last read. Null if unknown. */
  get synchronized(): boolean | null {
    return this.#synchronized
  }

  /**
   * Reads the clock. `ntp_server` is the server set on the
   * console, with its port, if the system uses that one.
   */
  async read(): Promise<ClockNow> {
    const now = await this.#deps.clock.read()
    const { ntp_server } = readSetting<Ntp>(this.#deps.db, key, factory)
    const host = hostPortOf(ntp_server)?.host
    const followed =
      host !== undefined &&
      (now.ntp_servers.length === 0 ||
        now.ntp_servers.some((server) => server === ntp_server || server === host))
    const read = followed ? { ...now, ntp_server } : now
    this.#last = { time_zone: read.time_zone, ntp_enabled: read.ntp_enabled, ntp_server: read.ntp_server }
    this.#synchronized = read.synchronized
    return read
  }
}
