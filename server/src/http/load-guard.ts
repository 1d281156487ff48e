/**
 * Refuses calls (6000) while the process uses too much memory or its event loop is blocked. It measures once
 * a second: the library for it wakes the processor a hundred times a second, most of an idle server's load.
 */
import type { FastifyInstance } from 'fastify'
import { busy } from '../core/refusal.ts'

const interval_ms = 1_000
/**
 * A measurement this late means that the event loop was blocked. A single one may be due to a large piece of
 * work; two in a row are overload.
 */
const max_late_ms = 3_000
/**
 * The minimum share of that time in which this process must have used the processor. If it only waited for a
 * processor that other programs used, refusing its calls would not make it faster.
 */
const min_busy = 0.5

export type LoadMonitor = {
  /** Records the time of a monotonic clock, the memory in use, and the processor time used so far. */
  measure(at_ms: number, rss_bytes: number, cpu_ms: number): void
  isOverloaded(): boolean
}

/** Starts at `started_ms`. `max_rss_bytes`: 0 for no limit. */
export function createLoadMonitor(started_ms: number, max_rss_bytes: number): LoadMonitor {
  let [last_ms, last_cpu_ms, late, full] = [started_ms, 0, 0, false]
  return {
    measure(at_ms, rss_bytes, cpu_ms) {
      const took_ms = at_ms - last_ms
      const was_busy = cpu_ms - last_cpu_ms >= min_busy * took_ms
      late = took_ms - interval_ms > max_late_ms && was_busy ? late + 1 : 0
      last_ms = at_ms
      last_cpu_ms = cpu_ms
      full = max_rss_bytes > 0 && rss_bytes > max_rss_bytes
    },
    isOverloaded: () => full || late >= 2,
  }
}

/**
 * Routes of the console's documents and files. They cost little, and a page without one of its scripts stays
 * empty, while a page whose calls are refused says so and retries.
 */
const always_served = ['/*', '/login', '/assets/*', '/probe-worker.js']

/** Refuses requests during overload, except for the console's own files. */
export function guardByLoad(app: FastifyInstance, max_rss_bytes: number): void {
  const load = createLoadMonitor(performance.now(), max_rss_bytes)
  const timer = setInterval(() => load.measure(performance.now(), rss(), cpu()), interval_ms).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', async (request, reply) => {
    if (!load.isOverloaded() || always_served.includes(request.routeOptions.url ?? '')) return
    reply.header('retry-after', '2')
    throw busy('The device is busy; try again in a moment')
  })
}

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * The measurement throws when the process can open no more files (EMFILE), which must not end the process.
 */
function rss(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return 0
  }
}
