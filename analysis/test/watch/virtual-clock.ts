/** A clock that a test controls: hours of the program on a slow processor pass in milliseconds. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Clock } from '#src/watch/clock.ts'

export type VirtualClock = Clock & {
  /** Advances the time until `time`, from the end of one wait to the next. */
  runTo: (time: number) => Promise<void>
}

export function createVirtualClock(start: number): VirtualClock {
  let now = start
  let waits = 0
  const waiting = new Set<{ readonly at: number; readonly done: () => void }>()
  /** Resolves when the program waits for the clock again: no new wait in eight rounds of pending work. */
  async function settle(): Promise<void> {
    for (let quiet_rounds = 0, before = waits; quiet_rounds < 8; quiet_rounds++, before = waits) {
      await queueIsEmpty()
      if (waits !== before) quiet_rounds = 0
    }
  }
  return {
    now: () => now,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const one = {
          at: now + Math.ceil(ms),
          done: () => {
            waiting.delete(one)
            signal.removeEventListener('abort', one.done)
            resolve()
          },
        }
        waiting.add(one)
        waits++
        if (signal.aborted) one.done()
        else signal.addEventListener('abort', one.done, { once: true })
      }),
    async runTo(time) {
      await settle()
      for (;;) {
        const next = [...waiting].reduce((a, b) => (b.at < a.at ? b : a), { at: Infinity, done: () => {} })
        if (next.at > time) break
        now = Math.max(now, next.at)
        next.done()
        await settle()
      }
      now = time
    },
  }
}

/** Waits until all pending work has been started: pictures and files share one thread pool. */
async function queueIsEmpty(): Promise<void> {
  await Promise.all([
    sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
      .raw()
      .toBuffer(),
    readFile(import.meta.filename),
  ])
  await new Promise(setImmediate)
}
