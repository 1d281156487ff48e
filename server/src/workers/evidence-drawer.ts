/**
 * Draws the evidence of stored events (docs/evidence.md), one at a time, oldest first: at once on a quiet
 * box, rarely while many events arrive, so that it never slows the intake. A missing drawn picture is drawn
 * ahead of the others.
 */
import type { EvidenceFont } from '../evidence/drawing/lettering.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { drawEvent } from '../evidence/draw-event.ts'
import { isToDraw, nextToDraw } from '../events/record/evidence.store.ts'
import { eventLedger } from '../events/record/event.store.ts'

type Needs = Deps & { evidence_font: EvidenceFont }

export type EvidenceDrawerOptions = {
  /** This many events within `window_ms` count as a burst. */
  burst_events?: number
  /** In milliseconds. */
  window_ms?: number
}
export type EvidenceDrawer = Part & {
  /** Resolves when the event's pictures are drawn. Rejects if the device cannot draw now. */
  ensure(event_id: number): Promise<void>
}

/** Delay before a retry: retrying at once does not empty a full disk. */
const retry_ms = 10_000
/** After this many failures in one run, the disk is assumed to be at fault. */
const max_failures = 3

/** During a burst, milliseconds of pause for each millisecond of drawing. */
const pause_factor = 5

export function createEvidenceDrawer(
  deps: Needs,
  { burst_events = 8, window_ms = 300 }: EvidenceDrawerOptions = {},
): EvidenceDrawer {
  const { db, bus, log } = deps
  const under_way = new Map<number, Promise<void>>()
  /** The number of events created so far, sampled over the recent window on the monotonic clock. */
  let samples: { at: number; created: number }[] = [
    { at: performance.now(), created: eventLedger(db).created },
  ]
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

  function isBurst(): boolean {
    // The newest sample before the window is the baseline.
    const begin = samples.findLastIndex(({ at }) => at < performance.now() - window_ms)
    if (begin > 0) samples = samples.slice(begin)
    const [first, newest] = [samples[0], samples.at(-1)]
    return first !== undefined && newest !== undefined && newest.created - first.created >= burst_events
  }

  function addSample(): void {
    samples.push({ at: performance.now(), created: eventLedger(db).created })
    // During a burst the running timer is kept: drawing continues slowly.
    if (!isBurst() || timer === undefined) later(isBurst() ? window_ms : 0)
  }

  async function drawAll(): Promise<void> {
    if (phase !== 'waiting') return
    timer = undefined
    phase = 'drawing'
    const wait_ms = await drawDue()
    if (!isGoingOn()) return
    phase = 'waiting'
    // An event that arrived after the last check must not wait for the next event.
    if (wait_ms !== undefined || nextToDraw(db, 0) !== undefined) later(wait_ms ?? 0)
  }

  /**
   * Returns after how many milliseconds to continue; undefined if nothing is left. A failing event does not
   * block the others.
   */
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
      if (isBurst()) return Math.max(window_ms, (performance.now() - began) * pause_factor)
    }
    return failed > 0 ? retry_ms : undefined
  }
  const isGoingOn = () => phase !== 'stopping'

  let unsubscribe: (() => void) | undefined
  return {
    ensure,
    start() {
      unsubscribe = bus.subscribe('queue', addSample)
      later(0)
    },
    async stop() {
      phase = 'stopping'
      clearTimeout(timer)
      unsubscribe?.()
      await Promise.all([...under_way.values()].map((one) => one.catch(() => undefined)))
    },
  }
}
