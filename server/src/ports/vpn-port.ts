/** The VPN client of the box: one account. Every function throws a SystemTrouble where it cannot. */
import type { VpnStatus } from '@parking/contract'

export type VpnNow = {
  status: VpnStatus
  /** Why it failed, as the program says it. */
  reason: string
  /** Of the tunnel; empty while it is not up. */
  ipv4: string
  netmask: string
  up_s: number | null
  bytes_in: number | null
  bytes_out: number | null
}

export type VpnPort = {
  read(): Promise<VpnNow>
  /** Stores a checked configuration where only the system can read it; replaces the one before. */
  install(config: string): Promise<void>
  /** Answers when the start was taken; `read` says when the tunnel is up. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Stops it and forgets the configuration. */
  remove(): Promise<void>
}
