/**
 * Computes the offset of another clock from answers in whole seconds. Each answer allows a span of offsets,
 * and their intersection narrows quickly if each request is timed so that the other clock's second is
 * expected to change in its middle.
 */

/**
 * An answer: when it was requested and received by our clock, the time it shows, and its resolution in ms.
 */
export type ClockAnswer = { sent_ms: number; received_ms: number; shown_ms: number; resolution_ms: number }
/** The other clock minus ours, in milliseconds. */
export type Span = { low_ms: number; high_ms: number }

/** At some moment between sending and receiving, the other clock was between `shown_ms` and its next unit. */
export const spanOf = ({ sent_ms, received_ms, shown_ms, resolution_ms }: ClockAnswer): Span => ({
  low_ms: shown_ms - received_ms,
  high_ms: shown_ms + resolution_ms - sent_ms,
})

/** The intersection; undefined if both cannot be true, because one of the clocks was set in between. */
export function both(one: Span, other: Span): Span | undefined {
  const low_ms = Math.max(one.low_ms, other.low_ms)
  const high_ms = Math.min(one.high_ms, other.high_ms)
  return low_ms <= high_ms ? { low_ms, high_ms } : undefined
}

export const middleOf = ({ low_ms, high_ms }: Span): number => (low_ms + high_ms) / 2
/** The maximum distance from the middle. */
export const errorOf = ({ low_ms, high_ms }: Span): number => (high_ms - low_ms) / 2

/**
 * When to send the next request, by our clock, for an answer that halves the span. `trip_ms`: duration of a
 * whole exchange.
 */
export function nextSend(span: Span, trip_ms: number, now_ms: number): number {
  const flip = -middleOf(span) - trip_ms / 2
  return flip + Math.ceil((now_ms - flip) / 1000) * 1000
}
