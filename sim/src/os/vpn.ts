/** The VPN client of the simulated machine: the unit openvpn-client@parking. */
import type { Parts } from './machine.ts'
import type { Network } from './network.ts'

export type Vpn = { /** What a power cut and the boot after it do to this part. */ reboot(): void; stop(): Promise<void> }

export function createVpn(_parts: Parts, _network: Network): Vpn {
  return { reboot: () => undefined, stop: async () => {} }
}
