/** Cameras that make themselves known on the network. */
export type Discovered = {
  /** The camera's own name for itself, the same at every search. */
  endpoint: string
  /** Where its device service is said to be, the most likely first; at least one. Only addresses that may be reached. */
  addresses: { ipv4: string; onvif_port: number }[]
  name: string
  model: string
  location: string
}

export type DiscoveryPort = {
  /** Asks on every network. Ends within its time limit; where there is no multicast, nobody answers. */
  discover(): Promise<Discovered[]>
}
