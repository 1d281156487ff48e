/**
 * Turns calls away (6000) while the process holds too much memory, or its event loop stands still. One look a second: the library for it
 * wakes the processor a hundred times a second for as long as a box lives, which was most of what an idle server cost.
 */
import type { FastifyInstance } from 'fastify'
import { busy } from '../core/refusal.ts'

const look_ms = 1_000
/** A look that comes so much too late found the loop blocked. One alone is a large piece of work that is over; after two in a row nobody's turn comes. */
const max_late_ms = 3_000

export type Load = {
  /** A look, at a moment of a clock that never jumps, and at the memory held then. */
  look(at_ms: number, rss_bytes: number): void
  tooMuch(): boolean
}

/** What is known of the load since `begun_ms`. `max_rss_bytes`: 0 for no limit. */
export function followLoad(begun_ms: number, max_rss_bytes: number): Load {
  let [last_ms, late, full] = [begun_ms, 0, false]
  return {
    look(at_ms, rss_bytes) {
      late = at_ms - last_ms - look_ms > max_late_ms ? late + 1 : 0
      last_ms = at_ms
      full = max_rss_bytes > 0 && rss_bytes > max_rss_bytes
    },
    tooMuch: () => full || late >= 2,
  }
}

/** From now on no request gets past while the load is too much. */
export function guardByLoad(app: FastifyInstance, max_rss_bytes: number): void {
  const load = followLoad(performance.now(), max_rss_bytes)
  const timer = setInterval(() => load.look(performance.now(), process.memoryUsage.rss()), look_ms).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', async (_request, reply) => {
    if (!load.tooMuch()) return
    reply.header('retry-after', '2')
    throw busy('The device is busy; try again in a moment')
  })
}
