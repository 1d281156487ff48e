/** The hysteresis of a camera's state and the throttling of its alarms, without a camera. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  changed,
  no_flaps,
  settled,
  stateAfterCheck,
  type Flaps,
  type PendingState,
  type Seen,
} from '#src/camera/health/look-state.ts'

const online: Seen = { state: 1, reason: '' }
const away: Seen = { state: 0, reason: 'port' }
const wrong: Seen = { state: 2, reason: 'picture' }

function shownAfter(looks: readonly Seen[], from: Seen = online, confirmations = 2): Seen[] {
  let [show, pending]: [Seen, PendingState | undefined] = [from, undefined]
  return looks.map((look) => ({ show, pending } = stateAfterCheck(show, pending, look, confirmations)).show)
}

test('one lost picture changes nothing, and neither does a single good one', () => {
  expect(shownAfter([away, online, away, online])).toEqual([online, online, online, online])
  expect(shownAfter([away, away, online, away, online, online])).toEqual([
    online,
    away,
    away,
    away,
    away,
    online,
  ])
})

test('two failures count whatever their reasons; a new reason must last as long', () => {
  expect(shownAfter([away, wrong])).toEqual([online, wrong])
  expect(shownAfter([away, wrong, away, wrong, wrong], wrong)).toEqual([wrong, wrong, wrong, wrong, wrong])
  expect(shownAfter([away, away], wrong)).toEqual([wrong, away])
})

test('the first check of a new camera counts at once', () => {
  expect(shownAfter([wrong], { state: 0, reason: '' })).toEqual([wrong])
  expect(shownAfter([online], { state: 0, reason: '' })).toEqual([online])
})

test('the shown state changes at most once in `confirmations` checks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(online, away, wrong), { maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      (looks, confirmations) => {
        const shown = [online, ...shownAfter(looks, online, confirmations)]
        const changes = shown.flatMap((seen, at) => (at > 0 && seen !== shown[at - 1] ? [at] : []))
        for (const [i, at] of changes.entries())
          expect(at - (changes[i - 1] ?? 0)).toBeGreaterThanOrEqual(confirmations)
      },
    ),
  )
})

test('a flapping camera is logged once, and again after it has settled', () => {
  let flaps: Flaps = no_flaps
  const said = Array.from({ length: 20 }, (_, minute) => {
    const next = changed(flaps, minute * 60_000)
    flaps = next.flaps
    return next.say
  })
  expect(said).toEqual([...Array<string>(6).fill('change'), 'flapping', ...Array<string>(13).fill('nothing')])
  expect([settled(flaps, 19 * 60_000), settled(flaps, 28 * 60_000), settled(flaps, 29 * 60_000)]).toEqual([
    false,
    false,
    true,
  ])
  expect(changed({ changes_ms: [0, 1, 2, 3, 4, 5], flapping: false }, 3_700_000).say).toBe('change')
})
