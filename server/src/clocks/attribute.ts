/**
 * Decides which of several clocks is wrong (Marzullo's algorithm): the interval on which most clocks agree is
 * assumed to be the true time. Pure.
 */
import { middleOf, type Span } from './interval.ts'

export type ClockKind = 'device' | 'ntp' | 'platform' | 'camera'
/** `span`: this clock minus the device's. */
export type SeenClock = { id: string; kind: Exclude<ClockKind, 'device'>; span: Span }
/**
 * `unsure`: two clocks contradict each other, and nothing shows which is right. `off_ms`: distance from the
 * true time, positive if the clock is ahead.
 */
export type ClockVerdict = { id: string; kind: ClockKind; state: 'agrees' | 'off' | 'unsure'; off_ms: number }

/**
 * Clocks within this span agree with the device: a clock that was set over a busy network may be that far
 * off.
 */
const own: Span = { low_ms: -100, high_ms: 100 }
/** A time server has more weight, because accurate time is its purpose. */
const weights = { device: 1, ntp: 2, platform: 1, camera: 1 }
/**
 * Cameras that agree with the device may have got their time from it, so all of them together only break a
 * tie.
 */
const followers = 0.5

type Witness = { span: Span; weight: number }

/**
 * Returns the device first, then the clocks in the given order. `stepped`: by the monotonic clock, the
 * device's clock was set since it last agreed with others; its own time then has no weight.
 */
export function attribute(seen: readonly SeenClock[], stepped = false): ClockVerdict[] {
  const device = { id: '', kind: 'device' as const, span: own }
  const cameras = seen.filter(({ kind }) => kind === 'camera').length
  const witnesses: Witness[] = [
    { span: own, weight: stepped ? 0 : weights.device },
    ...seen.map(({ kind, span }) => ({
      span,
      weight: kind !== 'camera' || !overlaps(span, own) ? weights[kind] : stepped ? 0 : followers / cameras,
    })),
  ]
  const [best, ...ties] = agreements(witnesses)
  const truth = best!.span
  return [device, ...seen].map(({ id, kind, span }): ClockVerdict => {
    const off_ms = Math.round(middleOf(span) - middleOf(truth))
    if (ties.length > 0 && !(overlaps(span, truth) && ties.every((tie) => overlaps(span, tie.span))))
      return { id, kind, state: 'unsure', off_ms: Math.round(middleOf(span)) }
    return overlaps(span, truth)
      ? { id, kind, state: 'agrees', off_ms: 0 }
      : { id, kind, state: 'off', off_ms }
  })
}

/**
 * The spans with the highest total weight; several if they are equal. A span that contains the device's own
 * time comes first.
 */
function agreements(witnesses: readonly Witness[]): { span: Span; weight: number }[] {
  const found = witnesses.map(({ span: { low_ms } }) => {
    const inside = witnesses.filter(({ span }) => span.low_ms <= low_ms && low_ms <= span.high_ms)
    return {
      span: { low_ms, high_ms: Math.min(...inside.map(({ span }) => span.high_ms)) },
      weight: inside.reduce((sum, one) => sum + one.weight, 0),
    }
  })
  const most = Math.max(...found.map(({ weight }) => weight))
  const best = found.filter(({ weight }) => most - weight < 1e-9)
  const distinct = best.filter(({ span }, at) => !best.slice(0, at).some((one) => overlaps(one.span, span)))
  return distinct.toSorted(
    (one, other) => Number(overlaps(other.span, own)) - Number(overlaps(one.span, own)),
  )
}

const overlaps = (one: Span, other: Span): boolean =>
  one.low_ms <= other.high_ms && other.low_ms <= one.high_ms
