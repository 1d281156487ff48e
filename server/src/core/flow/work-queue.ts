/**
 * Works a queue off: a few things at once, bounded in bytes too, only while its breaker lets
 * it, and never twice the same at once. What the uploader and each lane of the sender stand on.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { Breaker } from './circuit-breaker.ts'

export type Job = { event_id: number; uuid: string; bytes: number }
export type PumpOptions<One extends Job> = {
  breaker: Breaker
  at_once: number
  /** Under way at once; a single one may be larger. */
  max_bytes: number
  first_ms: number
  longest_ms: number
  /** Whether anything may be begun now. Where it may not, somebody says `look` when it may. */
  mayBegin(): boolean
  /** The first whose turn has come. */
  due(now: number, most: number): One[]
  /** When the next is due, in milliseconds since 1970. */
  next(now: number): number | undefined
  work(job: One): Promise<void>
}
/**
 * working; stopping: nothing new is begun; stopped: the database may be gone, no outcome is written any more.
 */
export type PumpPhase = 'working' | 'stopping' | 'stopped'
export type Pump = {
  /** Looks soon whether there is anything to do. */
  look(): void
  phase(): PumpPhase
  /** What is nearly done is waited for, for a moment. */
  stop(): Promise<void>
}

const stop_ms = 1_000
/**
 * Looking into a long queue takes a millisecond or two, and everything that happens to an event asks
 * for a look: of the time, looking takes a tenth at most. One long look is no reason to stand still.
 */
const [rest_per_look, longest_rest_ms] = [9, 100]

export function startPump<One extends Job>(
  { log, now }: Pick<Deps, 'log' | 'now'>,
  how: PumpOptions<One>,
): Pump {
  const under_way = new Map<number, { bytes: number; done: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  /** Nothing is looked for before this moment (performance.now()). */
  let rested_at = 0
  let phase: PumpPhase = 'working'

  const look = () => {
    if (phase !== 'working') return
    soon ??= setImmediate(() => {
      soon = undefined
      const began = performance.now()
      if (began < rested_at) return again(rested_at - began)
      try {
        turn()
        const ended = performance.now()
        rested_at = ended + Math.min(longest_rest_ms, rest_per_look * (ended - began))
      } catch (error) {
        log.error({ err: error }, 'the event queue could not be read')
        again(how.first_ms)
      }
    })
  }
  const again = (wait_ms: number) => {
    clearTimeout(timer)
    if (phase === 'working') timer = setTimeout(look, Math.min(wait_ms, how.longest_ms))
  }

  function turn(): void {
    if (phase !== 'working') return
    clearTimeout(timer)
    if (!how.mayBegin()) return
    const wait = how.breaker.wait_ms()
    if (wait > 0) return again(wait)
    const room = how.breaker.room(how.at_once) - under_way.size
    if (room > 0) {
      for (const job of how
        .due(now(), how.at_once + under_way.size)
        .filter(({ event_id }) => !under_way.has(event_id))
        .slice(0, room)) {
        const bytes = [...under_way.values()].reduce((sum, other) => sum + other.bytes, job.bytes)
        if (under_way.size > 0 && bytes > how.max_bytes) break
        begin(job)
      }
    }
    if (under_way.size > 0) return // its end looks again
    const next = how.next(now())
    if (next !== undefined) again(Math.max(1, next - now()))
  }

  function begin(job: One): void {
    const done = how
      .work(job)
      .catch((error: unknown) => {
        if (phase === 'stopped') return
        log.error({ err: error, uuid: job.uuid }, 'an event could not be processed')
        how.breaker.hold(how.first_ms)
      })
      .then(() => {
        under_way.delete(job.event_id)
        look()
      })
    under_way.set(job.event_id, { bytes: job.bytes, done })
  }

  look()
  return {
    look,
    phase: () => phase,
    async stop() {
      phase = 'stopping'
      clearTimeout(timer)
      if (soon) clearImmediate(soon)
      const grace = new AbortController()
      await Promise.race([
        Promise.all([...under_way.values()].map(({ done }) => done)),
        pause(stop_ms, undefined, { signal: grace.signal }).catch(() => undefined),
      ])
      grace.abort()
      phase = 'stopped'
    },
  }
}
