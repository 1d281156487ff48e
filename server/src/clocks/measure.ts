/**
 * Measures another clock with a few requests (interval.ts). If either clock steps, the measurement starts
 * over.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { both, errorOf, nextSend, spanOf, type Span } from './interval.ts'

export type Answered = { shown_ms: number; resolution_ms: number }
export type MeasureNeeds = {
  now: () => number
  mono?: () => number
  signal?: AbortSignal
  /** Maximum number of requests of one poll. */
  probes?: number
}

/** Accurate enough to detect an offset of 0.2 s; a network rarely allows better. */
const good_error_ms = 40
/** A larger drift between our wall clock and monotonic clock during a request is a clock step. */
const own_step_ms = 50

/** Rejects with the error of `ask`. */
export async function measureClock(
  ask: () => Promise<Answered>,
  { now, mono = () => performance.now(), signal, probes = 5 }: MeasureNeeds,
): Promise<Span> {
  let span: Span | undefined
  let drift = now() - mono()
  for (let asked = 0; ; asked++) {
    const [sent_ms, sent_mono] = [now(), mono()]
    const { shown_ms, resolution_ms } = await ask()
    const received_ms = now()
    const trip_ms = mono() - sent_mono
    const stepped = Math.abs(received_ms - mono() - drift) > own_step_ms
    drift = received_ms - mono()
    const seen = spanOf({ sent_ms, received_ms, shown_ms, resolution_ms })
    const kept = span && !stepped ? both(span, seen) : undefined
    // An answer that contradicts the earlier ones replaces them, because it is newer.
    span = stepped
      ? { low_ms: shown_ms - received_ms, high_ms: shown_ms + resolution_ms - received_ms + trip_ms }
      : (kept ?? seen)
    if (errorOf(span) <= good_error_ms || asked + 1 >= probes) return span
    const pause_ms = nextSend(span, trip_ms, now()) - now()
    await wait(pause_ms, undefined, { ...(signal && { signal }) })
  }
}
