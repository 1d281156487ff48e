/** The box itself: what it is and how it is. */
export type HostIdentity = {
  host_name: string
  host_model: string
  host_sn: string
  firmware: string
  hardware_id: string
}

export type HostPort = {
  identity(): Promise<HostIdentity>
  /** Milliseconds since 1970 at which the box was started. */
  bootedAt(): number
  /** Bytes, and degrees Celsius of the hottest sensor (null where there is none). */
  vitals(): Promise<{ memory_used: number; memory_total: number; temperature: number | null }>
}
