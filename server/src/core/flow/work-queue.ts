/**
 * Runs the jobs of a queue of events: a few at once, bounded in bytes, as far as the circuit breaker
 * allows, and never the same event twice at once. The uploader and each lane of the sender use it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { Breaker } from './circuit-breaker.ts'

export type Job = { event_id: number; uuid: string; bytes: number }
export type WorkQueueOptions<One extends Job> = {
  breaker: Breaker
  max_running: number
  /** Of all running jobs together; a single one may be larger. */
  max_bytes: number
  first_ms: number
  longest_ms: number
  /** Whether jobs may start now. Where they may not, the caller calls `check` as soon as they may. */
  mayStart(): boolean
  /** The first jobs that are due, `max` of them. */
  due(now: number, max: number): One[]
  /** When the next job is due, in milliseconds since 1970. */
  next(now: number): number | undefined
  run(job: One): Promise<void>
}
/** `stopping`: no job starts any more. `stopped`: no result is stored, because the database may be closed. */
export type WorkQueuePhase = 'running' | 'stopping' | 'stopped'
export type WorkQueue = {
  /** Checks soon whether jobs are due. */
  check(): void
  phase(): WorkQueuePhase
  /** Waits a moment for running jobs. */
  stop(): Promise<void>
}

const stop_ms = 1_000
/**
 * Checking a long queue takes a millisecond or two, and everything that happens to an event asks for a
 * check: checks take at most a tenth of the time. The maximum keeps one long check from stopping it.
 */
const [pause_per_check, max_pause_ms] = [9, 100]

export function createWorkQueue<One extends Job>(
  { log, now }: Pick<Deps, 'log' | 'now'>,
  options: WorkQueueOptions<One>,
): WorkQueue {
  const running = new Map<number, { bytes: number; done: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  /** No check before this moment (performance.now()). */
  let paused_until = 0
  let phase: WorkQueuePhase = 'running'

  const check = () => {
    if (phase !== 'running') return
    soon ??= setImmediate(() => {
      soon = undefined
      const started = performance.now()
      if (started < paused_until) return checkAfter(paused_until - started)
      try {
        startDueJobs()
        const ended = performance.now()
        paused_until = ended + Math.min(max_pause_ms, pause_per_check * (ended - started))
      } catch (error) {
        log.error({ err: error }, 'the event queue could not be read')
        checkAfter(options.first_ms)
      }
    })
  }
  const checkAfter = (wait_ms: number) => {
    clearTimeout(timer)
    if (phase === 'running') timer = setTimeout(check, Math.min(wait_ms, options.longest_ms))
  }

  function startDueJobs(): void {
    if (phase !== 'running') return
    clearTimeout(timer)
    if (!options.mayStart()) return
    const wait = options.breaker.wait_ms()
    if (wait > 0) return checkAfter(wait)
    const room = options.breaker.room(options.max_running) - running.size
    if (room > 0) {
      for (const job of options
        .due(now(), options.max_running + running.size)
        .filter(({ event_id }) => !running.has(event_id))
        .slice(0, room)) {
        const bytes = [...running.values()].reduce((sum, other) => sum + other.bytes, job.bytes)
        if (running.size > 0 && bytes > options.max_bytes) break
        start(job)
      }
    }
    if (running.size > 0) return // the end of a job checks again
    const next = options.next(now())
    if (next !== undefined) checkAfter(Math.max(1, next - now()))
  }

  function start(job: One): void {
    const done = options
      .run(job)
      .catch((error: unknown) => {
        if (phase === 'stopped') return
        log.error({ err: error, uuid: job.uuid }, 'an event could not be processed')
        options.breaker.hold(options.first_ms)
      })
      .then(() => {
        running.delete(job.event_id)
        check()
      })
    running.set(job.event_id, { bytes: job.bytes, done })
  }

  return {
    check,
    phase: () => phase,
    async stop() {
      phase = 'stopping'
      clearTimeout(timer)
      if (soon) clearImmediate(soon)
      const grace = new AbortController()
      await Promise.race([
        Promise.all([...running.values()].map(({ done }) => done)),
        pause(stop_ms, undefined, { signal: grace.signal }).catch(() => undefined),
      ])
      grace.abort()
      phase = 'stopped'
    },
  }
}
