import { expect, test } from 'vitest'
import { LogThrottle } from '#src/core/flow/log-throttle.ts'

test('a repeated event is logged once in a while, with the number of its repetitions', () => {
  const throttle = new LogThrottle(1_000)
  expect([
    throttle.count('a', 0),
    throttle.count('a', 1),
    throttle.count('b', 2),
    throttle.count('a', 999),
    throttle.count('a', 1_000),
    throttle.count('a', 1_001),
  ]).toEqual([1, undefined, 1, undefined, 3, undefined])
  expect(throttle.count('a', -50_000)).toBe(2) // the clock was set back
  for (let i = 0; i < 5_000; i++) expect(throttle.count(`flood ${i}`, 2_000)).toBe(1)
})
