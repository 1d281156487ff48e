/** The VPN client of the device, which has one account. Every function throws a SystemError if it fails. */
import type { VpnStatus } from '@parking/contract'

export type VpnNow = {
  /** Whether the device has a VPN program. */
  supported: boolean
  status: VpnStatus
  /** Why it failed or does not connect, in the words of the program. */
  reason: string
  /** The address of the tunnel; empty while it is down. */
  ipv4: string
  netmask: string
  up_s: number | null
  bytes_in: number | null
  bytes_out: number | null
}

/** The request for an account (docs/vpn.md). The key is valid once and is not stored. */
export type VpnRegistration = {
  url: string
  host_sn: string
  name: string
  key: string
  /** What the registrar is verified against (contract/src/core/server-trust.ts). */
  trust?: string
}

export type VpnPort = {
  /**
   * Requests an account from a registrar. Throws unreachable, name_unknown, timeout, registration_refused or
   * bad_answer; no message contains the key.
   */
  register(asked: VpnRegistration): Promise<{ file_name: string; content: string }>
  read(): Promise<VpnNow>
  /** Stores a checked configuration where only the system can read it, in place of the previous one. */
  install(config: string): Promise<void>
  /** Resolves when the start was accepted; `read` reports when the tunnel is up. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Stops it and deletes the configuration. */
  remove(): Promise<void>
}
