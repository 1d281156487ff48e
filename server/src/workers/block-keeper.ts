/**
 * Rebuilds missing blocks of events (events/list/event-block.store.ts): a few after events changed, all of
 * them once after the update that introduced them. One at a time, at most half of the event loop's time.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { blocksToKeep, keepBlock } from '../events/list/event-block.store.ts'

export type BlockKeeper = Part & {
  /** Rebuilds now; resolves when every block that can be stored is. */
  look(): Promise<void>
}

const min_pause_ms = 5

export function createBlockKeeper({ db, log }: Deps, every_ms = 10_000): BlockKeeper {
  let stopped = false
  let under_way: Promise<void> | undefined

  async function keepAll(): Promise<void> {
    const blocks = blocksToKeep(db)
    for (const block of blocks) {
      if (stopped) return
      const began = performance.now()
      keepBlock(db, block)
      await pause(Math.max(min_pause_ms, performance.now() - began))
    }
  }

  // Until then searches read the events themselves: slower, not wrong.
  const look = () =>
    (under_way ??= keepAll()
      .catch((error: unknown) => log.warn({ err: error }, 'blocks of events could not be rebuilt'))
      .finally(() => (under_way = undefined)))
  let timer: NodeJS.Timeout | undefined
  return {
    look,
    start() {
      timer = setInterval(() => void look(), every_ms)
      void look()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await under_way
    },
  }
}
