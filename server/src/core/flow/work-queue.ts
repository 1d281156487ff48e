/**
 * Runs the jobs of a queue of events: a few at a time, bounded in bytes, as far as the circuit breaker
 * allows, and never the same event twice at once. The uploader and each lane of the sender use it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { Breaker } from './circuit-breaker.ts'

export type Job = { event_id: number; uuid: string; bytes: number }
export type WorkQueueOptions<One extends Job> = {
  breaker: Breaker
  max_running: number
  /** The limit of all running jobs together; a single one may be larger. */
  max_bytes: number
  first_delay_ms: number
  max_delay_ms: number
  /** Whether jobs may start now. If not, the caller calls `check` as soon as they may. */
  mayStart(): boolean
  /** The first `max` jobs that are due. */
  due(now: number, max: number): One[]
  /** The current version of a job, if it is still due. */
  stillDue(job: One, now: number): One | undefined
  /** Prepares a job that will start soon. */
  prepare?(job: One): void
  /** When the next job is due, in milliseconds since 1970. */
  next(now: number): number | undefined
  /** Runs a job. It may call `makeRoom` to let the next job start before it has ended itself. */
  run(job: One, makeRoom: () => void): Promise<void>
}
/** `stopping`: no job starts any more. `stopped`: no result is stored, because the database may be closed. */
export type WorkQueuePhase = 'running' | 'stopping' | 'stopped'
/** `room`: whether the job counts towards the limits. */
type Running = { bytes: number; room: boolean; done: Promise<void> }
export type WorkQueue = {
  /** Schedules a check for due jobs. */
  check(): void
  phase(): WorkQueuePhase
  /** Starts no more jobs, and waits briefly for the running ones. */
  stop(): Promise<void>
}

const stop_ms = 1_000
/**
 * Checking a long queue takes a millisecond or two, and everything that happens to an event triggers a check,
 * so checks take at most a tenth of the time. The maximum keeps one long check from stopping the queue.
 */
const [pause_per_check, max_pause_ms] = [9, 100]
/** Number of jobs that one check looks up: they start as soon as there is room, without another check. */
const found_at_once = 64

export function createWorkQueue<One extends Job>(
  { log, now }: Pick<Deps, 'log' | 'now'>,
  options: WorkQueueOptions<One>,
): WorkQueue {
  const running = new Map<number, Running>()
  /** Found by the last check, and not started yet. */
  let found: One[] = []
  const prepared = new WeakSet<One>()
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  /** No check before this moment (performance.now()). */
  let paused_until = 0
  let phase: WorkQueuePhase = 'running'

  const check = () => {
    if (phase !== 'running') return
    soon ??= setImmediate(() => {
      soon = undefined
      try {
        startDueJobs()
      } catch (error) {
        log.error({ err: error }, 'the event queue could not be read')
        checkAfter(options.first_delay_ms)
      }
    })
  }
  const checkAfter = (wait_ms: number) => {
    clearTimeout(timer)
    if (phase === 'running') timer = setTimeout(check, Math.min(wait_ms, options.max_delay_ms))
  }

  function startDueJobs(): void {
    if (phase !== 'running') return
    clearTimeout(timer)
    if (!options.mayStart()) {
      found = []
      return
    }
    const wait = options.breaker.wait_ms()
    if (wait > 0) return checkAfter(wait)
    if (!startFound()) return // the end of a job triggers a check
    const pause_ms = paused_until - performance.now()
    if (pause_ms > 0) return checkAfter(pause_ms)
    const began = performance.now()
    found = options.due(now(), found_at_once + running.size).filter(({ event_id }) => !running.has(event_id))
    startFound()
    const next = running.size > 0 ? undefined : options.next(now())
    const ended = performance.now()
    paused_until = ended + Math.min(max_pause_ms, pause_per_check * (ended - began))
    if (next !== undefined) checkAfter(Math.max(1, next - now()))
  }

  /** Starts the jobs that were found, as far as there is room; returns whether there is room for more. */
  function startFound(): boolean {
    const busy = () => [...running.values()].filter((job) => job.room)
    let room = options.breaker.room(options.max_running) - busy().length
    while (room > 0 && found.length > 0) {
      const job = options.stillDue(found[0]!, now())
      if (job && !running.has(job.event_id)) {
        const others = busy()
        const bytes = others.reduce((sum, other) => sum + other.bytes, job.bytes)
        if (others.length > 0 && bytes > options.max_bytes) return false
        start(job)
        room--
      }
      found.shift()
    }
    for (const job of found.slice(0, options.max_running))
      if (!prepared.has(job)) {
        prepared.add(job)
        options.prepare?.(job)
      }
    return room > 0
  }

  function start(job: One): void {
    const entry: Running = { bytes: job.bytes, room: true, done: Promise.resolve() }
    running.set(job.event_id, entry)
    const makeRoom = () => {
      entry.room = false
      check()
    }
    entry.done = options
      .run(job, makeRoom)
      .catch((error: unknown) => {
        if (phase === 'stopped') return
        log.error({ err: error, uuid: job.uuid }, 'an event could not be processed')
        options.breaker.hold(options.first_delay_ms)
      })
      .then(() => {
        running.delete(job.event_id)
        check()
      })
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
