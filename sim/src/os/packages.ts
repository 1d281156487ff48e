/** The package system of the simulated machine: apt-cache and the root helper's verbs for it. */
import type { Parts } from './machine.ts'

export type Packages = { /** What a power cut and the boot after it do to this part. */ reboot(): void; stop(): Promise<void> }

export function createPackages(_parts: Parts): Packages {
  return { reboot: () => undefined, stop: async () => {} }
}
