/** The network card of the simulated machine: nmcli, busctl and ip, and its address really served where the computer has all of 127.0.0.0/8. */
import type { Parts } from './machine.ts'

export type Network = { /** What a power cut and the boot after it do to this part. */ reboot(): void; stop(): Promise<void> }

export function createNetwork(_parts: Parts): Network {
  return { reboot: () => undefined, stop: async () => {} }
}
