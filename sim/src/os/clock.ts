/** The clock of the simulated machine: timedatectl. */
import type { Parts } from './machine.ts'

export type Clock = { /** What a power cut and the boot after it do to this part. */ reboot(): void; stop(): Promise<void> }

export function createClock(_parts: Parts): Clock {
  return { reboot: () => undefined, stop: async () => {} }
}
