/**
 * Keeps the stays of the time axis up to date (stays/update-stays.ts): after events changed, and once for all
 * lots after the update that introduced them. One lot at a time, and at most a quarter of the event loop's
 * time, so that the intake stays fast.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { updateStays } from '../stays/update-stays.ts'
import { dueLots } from '../stays/stay.store.ts'

export type StayUpdater = Part & {
  /** Runs now; resolves when every lot that was due is up to date. */
  runNow(): Promise<void>
}

const min_pause_ms = 5
/** Pause after a lot, in multiples of the time that it took. */
const pause_factor = 3
/** Events come in bursts: one run handles them all. */
const gather_ms = 500

export function createStayUpdater({ db, bus, log }: Deps, every_ms = 10_000): StayUpdater {
  let stopped = false
  let under_way: Promise<void> | undefined
  let soon: NodeJS.Timeout | undefined
  let timer: NodeJS.Timeout | undefined

  async function updateAll(): Promise<void> {
    for (const { lot_no } of dueLots(db)) {
      if (stopped) return
      const began = performance.now()
      updateStays(db, lot_no)
      await pause(Math.max(min_pause_ms, pause_factor * (performance.now() - began)))
    }
  }

  const runNow = () =>
    (under_way ??= updateAll()
      .catch((error: unknown) => log.warn({ err: error }, 'stays could not be brought up to date now'))
      .finally(() => (under_way = undefined)))

  function updateSoon(): void {
    if (stopped) return
    soon ??= setTimeout(() => {
      soon = undefined
      void runNow()
    }, gather_ms)
  }

  let unsubscribe: (() => void) | undefined
  return {
    runNow,
    start() {
      unsubscribe = bus.subscribe('queue', updateSoon)
      timer = setInterval(() => void runNow(), every_ms)
      void runNow()
    },
    async stop() {
      stopped = true
      unsubscribe?.()
      clearTimeout(soon)
      clearInterval(timer)
      await under_way
    },
  }
}
