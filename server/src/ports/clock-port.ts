/** The device's clock. Every function throws a SystemError if it fails. */
export type ClockNow = {
  /** Milliseconds since 1970 by the device's clock. */
  now_ms: number
  time_zone: string
  ntp_enabled: boolean
  /** The server in use, `host` or `host:port`; empty if unknown. */
  ntp_server: string
  /** All configured servers, the one in use first. */
  ntp_servers: readonly string[]
  synchronized: boolean | null
}
/** Milliseconds; a positive offset means that the device is behind. */
export type TimeServerAnswer = { offset_ms: number; delay_ms: number; stratum: number }

export type ClockPort = {
  read(): Promise<ClockNow>
  /**
   * Sets an IANA zone. Throws `not_permitted` or `unsupported`, and RangeError for a zone that the device
   * does not know.
   */
  setZone(time_zone: string): Promise<void>
  /** Sets the time, `YYYY-MM-DD HH:mm:ss` in the device's zone. */
  setTime(stamp: string): Promise<void>
  /**
   * `host` or `host:port`; empty for the servers of the operating system. Throws RangeError for a port if the
   * NTP service does not support one.
   */
  setNtp(enabled: boolean, server: string): Promise<void>
  /**
   * Queries a time server (SNTP over UDP), `host` or `host:port`, without changing anything, and refuses what
   * the NTP service would refuse; RangeError as for `setNtp`. Ends within 4 s.
   */
  ask(server: string): Promise<TimeServerAnswer>
}
