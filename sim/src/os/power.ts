/**
 * Rebooting the simulated machine: its programs keep running (they are the simulation), its memory is lost,
 * and whoever runs the server is told to start it anew.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Parts } from './machine.ts'

export type Power = {
  /**
   * Told when the box goes down: ends the server as a reboot would, and resolves when it has ended. It is
   * started again by `up`.
   */
  onReboot(down: () => Promise<void>, up: () => Promise<void>): void
  /** How many times it was rebooted. */
  readonly count: number
  /** From now on `systemctl reboot` fails with these words; empty: it works again. */
  refuse(words: string): void
  /** Resolves when the reboot that was asked for is over. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** From the answer to the moment the box goes down, and how long it is away. */
const [grace_ms, boot_ms] = [200, 1_500]

/** `parts`: what loses its memory. */
export function createPower({ units }: Parts, parts: readonly { reboot(): void }[]): Power {
  let [down, up] = [async () => {}, async () => {}]
  let count = 0
  let refusal = ''
  let going = false
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
      going = false
    }
  }

  units.verb('reboot', () => {
    if (refusal !== '') return { status: 1, stderr: `${refusal}\n` }
    // Asked twice, it goes down once.
    if (!going) {
      going = true
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
    refuse: (words) => void (refusal = words),
    settled: () => working,
    async stop() {
      stopped.abort()
      await working.catch(() => undefined)
    },
  }
}
