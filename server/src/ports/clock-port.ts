/** The box's clock. Every function throws a SystemError where it cannot. */
export type ClockNow = {
  /** Milliseconds since 1970, by the box's own clock. */
  now_ms: number
  time_zone: string
  ntp_enabled: boolean
  /** The server that is followed, `host` or `host:port`; empty where it cannot be told. */
  ntp_server: string
  /** Every server that the box knows of, that one first. */
  ntp_servers: readonly string[]
  synchronized: boolean | null
}
/** Milliseconds; a positive offset means that the box is behind. */
export type TimeServerAnswer = { offset_ms: number; delay_ms: number; stratum: number }

export type ClockPort = {
  read(): Promise<ClockNow>
  /** An IANA zone that the box knows; throws `not_permitted` or `unsupported`, and RangeError for a zone it does not know. */
  setZone(time_zone: string): Promise<void>
  /** `YYYY-MM-DD HH:mm:ss` in the box's zone. */
  setTime(stamp: string): Promise<void>
  /** `host` or `host:port`; empty for the servers that the system came with. Throws RangeError for a port where its NTP service takes none. */
  setNtp(enabled: boolean, server: string): Promise<void>
  /** Asks a time server (SNTP, UDP), `host` or `host:port`, and changes nothing. Ends within 4 s. */
  ask(server: string): Promise<TimeServerAnswer>
}
