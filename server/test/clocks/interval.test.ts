/** Measures a clock that shows whole seconds, and identifies the clock that is wrong. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attribute, type SeenClock } from '#src/clocks/attribute.ts'
import { both, errorOf, middleOf, nextSend, spanOf, type Span } from '#src/clocks/interval.ts'

/** Queries a clock that is `offset` ms ahead once per way, over a network with asymmetric delays. */
function measured(offset: number, ways: readonly (readonly [there: number, back: number])[]): Span {
  let [now, span] = [1_795_000_000_123, undefined as Span | undefined]
  for (const [there, back] of ways) {
    const sent_ms = span ? nextSend(span, there + back, now) : now
    const received_ms = sent_ms + there + back
    const shown_ms = Math.floor((sent_ms + there + offset) / 1000) * 1000
    const seen = spanOf({ sent_ms, received_ms, shown_ms, resolution_ms: 1000 })
    span = span ? both(span, seen) : seen
    if (!span) throw new Error('The answers contradict each other')
    now = received_ms
  }
  return span!
}

test('five queries find the offset, never wrongly, whatever the delays are', () => {
  const way = fc.tuple(
    fc.double({ min: 0.2, max: 60, noNaN: true }),
    fc.double({ min: 0.2, max: 60, noNaN: true }),
  )
  fc.assert(
    fc.property(
      fc.double({ min: -120_000, max: 120_000, noNaN: true }),
      fc.array(way, { minLength: 5, maxLength: 5 }),
      (offset, ways) => {
        const span = measured(offset, ways)
        expect(span.low_ms).toBeLessThanOrEqual(offset + 1e-3)
        expect(span.high_ms).toBeGreaterThanOrEqual(offset - 1e-3)
        // A second halved five times, plus the uncertainty of the delays.
        expect(errorOf(span)).toBeLessThanOrEqual(130)
      },
    ),
  )
  expect(Math.abs(middleOf(measured(200, Array(5).fill([1, 1]))) - 200)).toBeLessThan(40)
})

const at = (offset: number, error = 30): Span => ({ low_ms: offset - error, high_ms: offset + error })
const clock = (kind: SeenClock['kind'], offset: number, id = ''): SeenClock => ({
  kind,
  id,
  span: at(offset),
})
const wrong = (...seen: SeenClock[]) =>
  attribute(seen).flatMap(({ kind, id, state, off_ms }) =>
    state === 'agrees' ? [] : [`${kind}${id} ${state} ${off_ms}`],
  )

describe.each([200, -200, 1_500, 120_000, -120_000])('a clock that is %i ms ahead', (off) => {
  test('at the device is identified against all other clocks', () => {
    expect(wrong(clock('ntp', -off), clock('platform', -off))).toEqual([`device off ${off}`])
    expect(wrong(clock('ntp', -off))).toEqual([`device off ${off}`])
    // Cameras that follow the device are wrong with it, and do not outvote a time server.
    const cameras = [clock('camera', 0, 'A'), clock('camera', 0, 'B'), clock('camera', 0, 'C')]
    expect(wrong(clock('ntp', -off), ...cameras)).toEqual([
      `device off ${off}`,
      ...['A', 'B', 'C'].map((id) => `camera${id} off ${off}`),
    ])
  })

  test('at the platform leaves device and time server in agreement', () => {
    expect(wrong(clock('ntp', 0), clock('platform', off))).toEqual([`platform off ${off}`])
  })

  test('at one camera leaves the others in agreement', () => {
    expect(wrong(clock('platform', 0), clock('camera', off, 'A'), clock('camera', 0, 'B'))).toEqual([
      `cameraA off ${off}`,
    ])
  })

  test('cannot be identified between two clocks, unless a step of ours or a camera decides', () => {
    expect(wrong(clock('platform', off))).toEqual(['device unsure 0', `platform unsure ${off}`])
    expect(wrong(clock('platform', off), clock('camera', 0, 'A'))).toEqual([`platform off ${off}`])
    const stepped = attribute([clock('platform', off), clock('camera', 0, 'A')], true)
    expect(stepped.map(({ state }) => state)).toEqual(['off', 'agrees', 'off'])
  })
})

test('without another clock no verdict is possible, and small differences are ignored', () => {
  expect(wrong()).toEqual([])
  expect(wrong(clock('ntp', 15), clock('platform', -20), clock('camera', 40, 'A'))).toEqual([])
})
