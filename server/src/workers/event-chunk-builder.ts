/**
 * Builds missing chunks of events (events/list/event-chunk.store.ts): a few after events changed, and all of
 * them once after an update or a restore. At most half of the event loop's time, so that the intake stays
 * fast. Until then the list reads the events of these chunks: slower, but correct.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { buildChunk, chunksToBuild, dropOldChunks } from '../events/list/event-chunk.store.ts'

const min_pause_ms = 5

export type EventChunkBuilder = Part & {
  /** Builds what is missing now; resolves when that is done. */
  runNow(): Promise<void>
}

export function createEventChunkBuilder(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  every_ms = 60_000,
): EventChunkBuilder {
  let stopped = false
  let under_way: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function buildAll(): Promise<void> {
    for (const chunk of chunksToBuild(db)) {
      if (stopped) return
      const began = performance.now()
      buildChunk(db, chunk)
      await pause(Math.max(min_pause_ms, performance.now() - began))
    }
    dropOldChunks(db)
  }

  const runNow = () =>
    (under_way ??= buildAll()
      .catch((error: unknown) => log.warn({ err: error }, 'chunks of events could not be built'))
      .finally(() => (under_way = undefined)))
  return {
    runNow,
    start() {
      timer = setInterval(() => void runNow(), every_ms)
      void runNow()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await under_way
    },
  }
}
