/** A clock that a test controls: hours of the program on a slow processor pass in milliseconds. */
import { stat } from 'node:fs/promises'
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
  /** Resolves when the program waits for the clock again: no new wait and no work in eight rounds. */
  async function settle(): Promise<void> {
    for (let quiet_rounds = 0, before = waits; quiet_rounds < 8; quiet_rounds++, before = waits) {
      const is_busy = isBusy()
      if (is_busy) await stat(import.meta.filename)
      await new Promise(setImmediate)
      if (is_busy || waits !== before) quiet_rounds = 0
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

/** Whether pictures or files are being worked on. */
function isBusy(): boolean {
  const { queue, process: pictures } = sharp.counters()
  return queue + pictures > 0 || process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))
}
