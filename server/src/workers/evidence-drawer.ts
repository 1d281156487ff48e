/**
 * Draws the evidence of events after they are stored (docs/decisions/0018), one at a time, oldest first. On a quiet box at once, since the event waits for it; while many come in at the same
 * time only now and then, so that taking events in is never slowed down by it. Whoever finds a drawn picture gone gets it drawn ahead of the others.
 */
import type { EvidenceFont } from '../evidence/lettering.ts'
import type { Deps } from '../core/deps.ts'
import { drawEvent } from '../evidence/draw-event.ts'
import { isToDraw, nextToDraw } from '../events/record/evidence.store.ts'
import { eventLedger } from '../events/record/event.store.ts'

type Needs = Deps & { evidence_font: EvidenceFont }

export type EvidenceDrawerOptions = {
  /** So many events within `calm_ms` are a crowd. */
  crowd?: number
  /** In milliseconds. */
  calm_ms?: number
  /** While there is a crowd, for each millisecond of drawing so many of rest. */
  rest?: number
}
export type EvidenceDrawer = {
  /** Resolves when the pictures of this event are drawn, at once where they are. Rejects where the device cannot do it now. */
  ensure(event_id: number): Promise<void>
  stop(): Promise<void>
}

/** A full disk does not become emptier by trying again at once. */
const again_ms = 10_000
/** So many that cannot be drawn are the disk's fault. */
const max_failures = 3

export function startEvidenceDrawer(
  deps: Needs,
  { crowd = 8, calm_ms = 300, rest = 5 }: EvidenceDrawerOptions = {},
): EvidenceDrawer {
  const { db, bus, log } = deps
  const under_way = new Map<number, Promise<void>>()
  /** How many events there were at each moment of the last while, on the steady clock. */
  let heard: { at: number; created: number }[] = [{ at: performance.now(), created: eventLedger(db).created }]
  let last: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let phase: 'waiting' | 'drawing' | 'stopping' = 'waiting'

  function ensure(event_id: number): Promise<void> {
    if (!isToDraw(db, event_id)) return Promise.resolve()
    const known = under_way.get(event_id)
    if (known) return known
    const mine = last
      .then(() =>
        phase === 'stopping' ? Promise.reject(new Error('The server stops')) : drawEvent(deps, event_id),
      )
      .finally(() => under_way.delete(event_id))
    last = mine.catch(() => undefined)
    under_way.set(event_id, mine)
    return mine
  }

  const later = (wait_ms: number) => {
    if (phase !== 'waiting') return
    clearTimeout(timer)
    timer = setTimeout(() => void drawAll(), wait_ms)
  }

  function isCrowded(): boolean {
    // The newest moment before the last while is what the last while is counted from.
    const begin = heard.findLastIndex(({ at }) => at < performance.now() - calm_ms)
    if (begin > 0) heard = heard.slice(begin)
    const [first, newest] = [heard[0], heard.at(-1)]
    return first !== undefined && newest !== undefined && newest.created - first.created >= crowd
  }

  function hear(): void {
    heard.push({ at: performance.now(), created: eventLedger(db).created })
    // In a crowd the timer that runs already is not put off: drawing goes on, slowly.
    if (!isCrowded() || timer === undefined) later(isCrowded() ? calm_ms : 0)
  }

  async function drawAll(): Promise<void> {
    if (phase !== 'waiting') return
    timer = undefined
    phase = 'drawing'
    const wait_ms = await drawDue()
    if (!isGoingOn()) return
    phase = 'waiting'
    // What came in after the last look must not lie until the next event.
    if (wait_ms !== undefined || nextToDraw(db, 0) !== undefined) later(wait_ms ?? 0)
  }

  /** Answers after how long there is more to do; undefined where nothing is left. One that cannot be drawn now is not in the way of the others. */
  async function drawDue(): Promise<number | undefined> {
    let failed = 0
    for (
      let at = nextToDraw(db, 0);
      at !== undefined && isGoingOn() && failed < max_failures;
      at = nextToDraw(db, at)
    ) {
      const began = performance.now()
      try {
        await ensure(at)
      } catch (error) {
        if (!isGoingOn()) return undefined
        log.warn({ err: error }, 'evidence could not be drawn now')
        failed++
      }
      if (isCrowded()) return Math.max(calm_ms, (performance.now() - began) * rest)
    }
    return failed > 0 ? again_ms : undefined
  }
  const isGoingOn = () => phase !== 'stopping'

  const unsubscribe = bus.subscribe('queue', hear)
  later(0)
  return {
    ensure,
    async stop() {
      phase = 'stopping'
      clearTimeout(timer)
      unsubscribe()
      await Promise.all([...under_way.values()].map((one) => one.catch(() => undefined)))
    },
  }
}
