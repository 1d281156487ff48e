/**
 * The device's network as the operating system manages it. Every function throws a SystemError if it fails.
 */
import type { network_managers } from '@parking/contract'

export type Ipv4 = { ipv4: string; netmask: string; gateway: string }
export type Dns = { dns_main: string; dns_sub: string }
/** `dhcp`: the address was assigned, not configured. Missing values are empty. */
export type NetworkNow = Ipv4 &
  Dns & {
    interface: string
    macaddr: string
    dhcp: boolean
    carrier: boolean
    manager: (typeof network_managers)[number]
    /** Whether netplan has written the settings of the manager. */
    netplan: boolean
  }

/** What is needed to keep or undo a change, as text that can be stored on the disk. */
export type RollbackState = string

export type NetworkPort = {
  /**
   * Identifies this run of the operating system: it changes with a restart of the device. Empty if unknown;
   * never throws.
   */
  boot(): Promise<string>
  /** The interface of the default route, or the first wired one. */
  read(): Promise<NetworkNow>
  /**
   * Whether another machine of the network uses this address; null if unknown (it is outside the current
   * subnet).
   */
  inUse(ipv4: string): Promise<boolean | null>
  /**
   * Prepares the rollback before anything is changed. From now on the operating system itself rolls back
   * after `seconds`, even without this server, unless `keep` is called.
   */
  arm(seconds: number): Promise<RollbackState>
  /** Makes the change so that a power cut undoes it. `arm` comes first. */
  change(rollback: RollbackState, change: Partial<Ipv4 & Dns>): Promise<void>
  /**
   * Makes the change permanent, and disarms. Throws if the operating system has rolled back already. Safe to
   * call twice.
   */
  keep(rollback: RollbackState): Promise<void>
  /**
   * Rolls back now, and disarms. Safe to call twice, after a rollback by the operating system, and after a
   * restart.
   */
  undo(rollback: RollbackState): Promise<void>
}
