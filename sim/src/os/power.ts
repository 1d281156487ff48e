/** Rebooting the simulated machine: its programs keep running (they are the simulation), its memory is lost, and whoever runs the server is told to start it anew. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Parts } from './machine.ts'

export type Power = {
  /** Told when the box goes down: ends the server as a reboot would, and resolves when it has ended. It is started again by `up`. */
  onReboot(down: () => Promise<void>, up: () => Promise<void>): void
  /** How many times it was rebooted. */
  readonly count: number
  stop(): Promise<void>
}

/** How long the box is away. */
const boot_ms = 1_500

export function createPower({ units }: Parts, parts: readonly { reboot(): void }[]): Power {
  let [down, up] = [async () => {}, async () => {}]
  let count = 0
  let stopped = false
  let working: Promise<void> = Promise.resolve()

  async function reboot(): Promise<void> {
    await wait(200) // the answer to `systemctl reboot` is out before the box goes down
    count += 1
    await down()
    for (const part of parts) part.reboot()
    await wait(boot_ms)
    if (!stopped) await up()
  }

  units.verb('reboot', () => {
    working = working.then(reboot)
    return {}
  })

  return {
    onReboot(first, then) {
      down = first
      up = then
    },
    get count() { return count },
    async stop() {
      stopped = true
      await working
    },
  }
}
