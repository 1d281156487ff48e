/**
 * How far another clock is from ours, from answers that name whole seconds: each answer allows a span, their
 * intersection is narrow where the next question is sent so that the other second ends in the middle of it.
 */

/** An answer: when it was asked and heard by our clock, what it said, and how coarse that is in ms. */
export type ClockAnswer = { sent_ms: number; heard_ms: number; shown_ms: number; resolution_ms: number }
/** The other clock minus ours, in milliseconds. */
export type Span = { low_ms: number; high_ms: number }

/** The other clock was between `shown` and the next unit at some moment between sending and hearing. */
export const spanOf = ({ sent_ms, heard_ms, shown_ms, resolution_ms }: ClockAnswer): Span => ({
  low_ms: shown_ms - heard_ms,
  high_ms: shown_ms + resolution_ms - sent_ms,
})

/** Undefined where both cannot be true: one of the clocks was set in between. */
export function both(one: Span, other: Span): Span | undefined {
  const low_ms = Math.max(one.low_ms, other.low_ms)
  const high_ms = Math.min(one.high_ms, other.high_ms)
  return low_ms <= high_ms ? { low_ms, high_ms } : undefined
}

export const middleOf = ({ low_ms, high_ms }: Span): number => (low_ms + high_ms) / 2
/** At most this far from the middle. */
export const errorOf = ({ low_ms, high_ms }: Span): number => (high_ms - low_ms) / 2

/** When to ask next, by our clock, for an answer that halves the span. `trip_ms`: of a whole exchange. */
export function nextSend(span: Span, trip_ms: number, now_ms: number): number {
  const flip = -middleOf(span) - trip_ms / 2
  return flip + Math.ceil((now_ms - flip) / 1000) * 1000
}
