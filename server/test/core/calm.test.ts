import { expect, test } from 'vitest'
import { LogThrottle } from '#src/core/log-throttle.ts'

test('what happens again and again is said once in a while, and how often', () => {
  const calm = new LogThrottle(1_000)
  expect([
    calm.count('a', 0),
    calm.count('a', 1),
    calm.count('b', 2),
    calm.count('a', 999),
    calm.count('a', 1_000),
    calm.count('a', 1_001),
  ]).toEqual([1, undefined, 1, undefined, 3, undefined])
  expect(calm.count('a', -50_000)).toBe(2) // the clock was set back
  for (let i = 0; i < 5_000; i++) expect(calm.count(`flood ${i}`, 2_000)).toBe(1)
})
