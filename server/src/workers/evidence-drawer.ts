/**
 * Draws the evidence of events after they are stored (docs/decisions/0018): one at a time, and only while none come in, so that taking events in is never
 * slowed down by it. Whoever needs an event drawn at once (the sender) gets it ahead of the others.
 */
import type { Deps } from '../deps.ts'
import { drawEvent } from '../evidence/draw-event.ts'
import { isToDraw, nextToDraw } from '../evidence/evidence.store.ts'

export type EvidenceDrawerOptions = {
  /** So long must no event have come in, in milliseconds. */
  calm_ms?: number
  /** But none waits for longer than this. */
  longest_ms?: number
}
export type EvidenceDrawer = {
  /** Resolves when the pictures of this event are drawn, at once where they are. Rejects where the device cannot do it now. */
  ensure(event_id: number): Promise<void>
  stop(): Promise<void>
}

/** A full disk does not become emptier by trying again at once. */
const again_ms = 10_000

export function startEvidenceDrawer(deps: Deps, { calm_ms = 300, longest_ms = 20_000 }: EvidenceDrawerOptions = {}): EvidenceDrawer {
  const { db, bus, log } = deps
  const under_way = new Map<number, Promise<void>>()
  let last: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let waiting_since = performance.now()
  let phase: 'waiting' | 'drawing' | 'stopping' = 'waiting'

  function ensure(event_id: number): Promise<void> {
    if (!isToDraw(db, event_id)) return Promise.resolve()
    const known = under_way.get(event_id)
    if (known) return known
    const mine = last.then(() => (phase === 'stopping' ? Promise.reject(new Error('The server stops')) : drawEvent(deps, event_id))).finally(() => under_way.delete(event_id))
    last = mine.catch(() => undefined)
    under_way.set(event_id, mine)
    return mine
  }

  function later(wait_ms: number): void {
    if (phase === 'stopping') return
    clearTimeout(timer)
    timer = setTimeout(() => void drawAll(), wait_ms)
  }

  /** Something came in: it is left in peace for a moment, unless others have waited long. */
  function heard(): void {
    if (phase !== 'waiting') return
    later(performance.now() - waiting_since > longest_ms ? 0 : calm_ms)
  }

  async function drawAll(): Promise<void> {
    if (phase !== 'waiting') return
    phase = 'drawing'
    let quiet = true
    const hush = bus.on('queue', () => (quiet = false))
    try {
      for (let at = nextToDraw(db, 0); at !== undefined && isGoingOn(); at = nextToDraw(db, at)) {
        await ensure(at)
        if (!quiet) break
      }
      waiting_since = performance.now()
      if (isGoingOn()) phase = 'waiting'
      if (!quiet) later(calm_ms)
    } catch (error) {
      if (!isGoingOn()) return
      log.warn({ err: error }, 'evidence could not be drawn now')
      phase = 'waiting'
      later(again_ms)
    } finally {
      hush()
    }
  }
  const isGoingOn = () => phase !== 'stopping'

  const hush = bus.on('queue', heard)
  later(calm_ms)
  return {
    ensure,
    async stop() {
      phase = 'stopping'
      clearTimeout(timer)
      hush()
      await Promise.all([...under_way.values()].map((one) => one.catch(() => undefined)))
    },
  }
}
