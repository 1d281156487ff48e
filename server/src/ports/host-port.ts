/** The hardware of the device: identity and state. */
export type HostIdentity = {
  host_name: string
  host_model: string
  host_sn: string
  firmware: string
  hardware_id: string
}

export type Vitals = {
  memory_used: number
  memory_total: number
  temperature: number | null
  cpu: number | null
}

export type HostPort = {
  identity(): Promise<HostIdentity>
  /** When the device was started, in milliseconds since 1970. */
  bootedAt(): number
  /**
   * Bytes, degrees Celsius of the hottest sensor (null without sensors), and percent of all cores since the
   * previous reading (null at the first).
   */
  vitals(): Promise<Vitals>
}
