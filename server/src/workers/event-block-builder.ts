/**
 * Rebuilds missing blocks and sections of events: a few after events changed, and all of them once after the
 * update that introduced them. Works in slices, and uses at most half of the event loop's time.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { sectionOf } from '../events/list/event-block-size.ts'
import { blocksToKeep, keepBlock } from '../events/list/event-block.store.ts'
import {
  buildSection,
  removeSection,
  sectionsToBuild,
  sectionsToDrop,
} from '../events/list/event-section-build.ts'

export type EventBlockBuilder = Part & {
  /**
   * Rebuilds now; resolves when every block, and every section without recent changes, that can be stored is.
   */
  runNow(): Promise<void>
}

const min_pause_ms = 5
/**
 * A section is rebuilt once its events have not changed for this long: writing it costs some MB, while
 * reading the blocks of a few sections costs a millisecond each.
 */
const section_rest_ms = 3_600_000

export function createEventBlockBuilder(
  { db, log }: Deps,
  every_ms = 10_000,
  rest_ms = section_rest_ms,
): EventBlockBuilder {
  let stopped = false
  let under_way: Promise<void> | undefined
  /** When each section was last found changed; undefined before the first run. */
  let changed_ms: Map<number, number> | undefined

  async function slice(work: () => void): Promise<void> {
    const began = performance.now()
    work()
    await pause(Math.max(min_pause_ms, performance.now() - began))
  }

  async function rebuildAll(): Promise<void> {
    const blocks = blocksToKeep(db)
    for (const block of blocks) changed_ms?.set(sectionOf(block), performance.now())
    changed_ms ??= new Map()
    for (const block of blocks) {
      if (stopped) return
      await slice(() => keepBlock(db, block))
    }
    for (const section of sectionsToBuild(db)) {
      const since_ms = changed_ms.get(section)
      if (since_ms !== undefined && performance.now() - since_ms < rest_ms) continue
      await inSlices(buildSection(db, section))
    }
    for (const section of sectionsToDrop(db)) await inSlices(removeSection(db, section))
  }

  async function inSlices(work: Generator<undefined, void>): Promise<void> {
    let done: boolean | undefined = false
    while (!done && !stopped) await slice(() => (done = work.next().done))
  }

  // Until a rebuild has succeeded, searches read the blocks or the events themselves: slower, but correct.
  const runNow = () =>
    (under_way ??= rebuildAll()
      .catch((error: unknown) => log.warn({ err: error }, 'blocks of events could not be rebuilt'))
      .finally(() => (under_way = undefined)))
  let timer: NodeJS.Timeout | undefined
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
