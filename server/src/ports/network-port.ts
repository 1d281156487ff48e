/** The box's network as its operating system manages it. Every function throws a SystemError where it cannot. */
export type Ipv4 = { ipv4: string; netmask: string; gateway: string }
export type Dns = { dns_main: string; dns_sub: string }
/** `dhcp`: the address was given, not set. Fields are empty where there is none. */
export type NetworkNow = Ipv4 & Dns & { interface: string; macaddr: string; dhcp: boolean; carrier: boolean }

/** What it takes to keep or undo a change, as text that can be kept on the disk. */
export type Way = string

export type NetworkPort = {
  /** Names this run of the operating system: another one after the box was restarted. Empty where it cannot be told; never throws. */
  boot(): Promise<string>
  /** The interface that carries the default route, or the first wired one. */
  read(): Promise<NetworkNow>
  /** Whether another machine of the network has this address; null where that cannot be told (it is outside the present subnet). */
  inUse(ipv4: string): Promise<boolean | null>
  /**
   * Gets ready to go back, before anything is changed: answers the way back. From then on the operating system itself goes back after
   * `seconds`, whatever becomes of this server, unless `keep` was called.
   */
  arm(seconds: number): Promise<Way>
  /** Makes the change so that a power cut loses it. `arm` comes first. */
  change(way: Way, change: Partial<Ipv4 & Dns>): Promise<void>
  /** Makes what is in force lasting, and disarms. Throws where the operating system has gone back already. Safe to call twice. */
  keep(way: Way): Promise<void>
  /** Goes back now, and disarms. Safe to call twice, after the operating system has gone back by itself, and after a restart of the box. */
  undo(way: Way): Promise<void>
}
