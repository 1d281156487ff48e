/** Cameras that announce themselves on the network. */
export type Discovered = {
  /** The camera's own identifier, the same in every search. */
  endpoint: string
  /**
   * The addresses of its device service, the most likely first; at least one. Only addresses that the device
   * may contact.
   */
  addresses: { ipv4: string; onvif_port: number; service_path: string }[]
  name: string
  model: string
  location: string
}

export type DiscoveryPort = {
  /** Searches every network. Ends within its timeout; the result is empty on a network without multicast. */
  discover(): Promise<Discovered[]>
}
