/** The VPN client of the box: one account. Every function throws a SystemError where it cannot. */
import type { VpnStatus } from '@parking/contract'

export type VpnNow = {
  /** Whether the box has a VPN program at all. */
  supported: boolean
  status: VpnStatus
  /** Why it failed, or what keeps it from connecting, as the program says it. */
  reason: string
  /** Of the tunnel; empty while it is not up. */
  ipv4: string
  netmask: string
  up_s: number | null
  bytes_in: number | null
  bytes_out: number | null
}

/** What an account is asked for with (docs/vpn.md). The key is good once and is kept nowhere. */
export type VpnRegistration = { url: string; host_sn: string; name: string; key: string }

export type VpnPort = {
  /** Asks a registrar for an account. Throws unreachable, name_unknown, timeout, registration_refused or bad_answer; never with the key in its words. */
  register(asked: VpnRegistration): Promise<{ file_name: string; content: string }>
  read(): Promise<VpnNow>
  /** Stores a checked configuration where only the system can read it; replaces the one before. */
  install(config: string): Promise<void>
  /** Answers when the start was taken; `read` says when the tunnel is up. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Stops it and forgets the configuration. */
  remove(): Promise<void>
}
