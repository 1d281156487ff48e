/**
 * Reboots the simulated machine. Its programs keep running, because they are the simulation, but its memory
 * is lost, and the owner of the server is notified to restart it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Parts } from './machine.ts'

export type Power = {
  /** `down` stops the server as a reboot would, and resolves when it has stopped; `up` starts it again. */
  onReboot(down: () => Promise<void>, up: () => Promise<void>): void
  /** Number of reboots so far. */
  readonly count: number
  /** Makes `systemctl reboot` fail with this message, until called with an empty message. */
  refuse(message: string): void
  /** Resolves when the requested reboot is over. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** The time from the answer until the machine goes down, and how long it stays down. */
const [grace_ms, boot_ms] = [200, 1_500]

/** `parts`: the parts that lose their memory in a reboot. */
export function createPower({ units }: Parts, parts: readonly { reboot(): void }[]): Power {
  let [down, up] = [async () => {}, async () => {}]
  let count = 0
  let refusal = ''
  let rebooting = false
  const stopped = new AbortController()
  let working: Promise<void> = Promise.resolve()

  async function reboot(): Promise<void> {
    const pause = (ms: number) => wait(ms, undefined, { signal: stopped.signal })
    try {
      await pause(grace_ms)
      count += 1
      await down()
      for (const part of parts) part.reboot()
      await pause(boot_ms)
      await up()
    } catch (error) {
      if (!stopped.signal.aborted) throw error
    } finally {
      rebooting = false
    }
  }

  units.verb('reboot', () => {
    if (refusal !== '') return { status: 1, stderr: `${refusal}\n` }
    // A second request during a reboot is ignored.
    if (!rebooting) {
      rebooting = true
      working = reboot()
      working.catch((error: unknown) =>
        console.error(`the simulated machine did not come back: ${String(error)}`),
      )
    }
    return {}
  })

  return {
    onReboot(first, then) {
      down = first
      up = then
    },
    get count() {
      return count
    },
    refuse: (message) => void (refusal = message),
    settled: () => working,
    async stop() {
      stopped.abort()
      await working.catch(() => undefined)
    },
  }
}
