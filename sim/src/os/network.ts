/** The network card of the simulated machine: nmcli, busctl and ip, and its address really served where the computer has all of 127.0.0.0/8. */
import type { Parts } from './machine.ts'

export type Network = {
  /** The device server's port on 127.0.0.1: what comes to the box's address is handed to it. Call it when the server listens, and again after a restart. */
  serve(port: number): Promise<void>
  /** `http://address:port` of the box right now; empty where its address cannot be served on this computer. */
  readonly url: string
  /** What a power cut and the boot after it do to this part. */
  reboot(): void
  stop(): Promise<void>
}

export function createNetwork(_parts: Parts): Network {
  return { serve: async () => {}, url: '', reboot: () => undefined, stop: async () => {} }
}
