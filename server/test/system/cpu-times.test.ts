/** The load of the processor from the kernel's counters. */
import { expect, test } from 'vitest'
import { busyPercent, cpuTimes } from '#src/adapters/system/linux-host.ts'

test('the processor is as busy as the kernel counted between two readings', () => {
  const first = cpuTimes('cpu  100 0 50 800 50 0 0 0 10 0\ncpu0 1 2 3 4\nbtime 1\n')
  expect(busyPercent(first, cpuTimes('cpu  130 10 60 840 60 0 0 0 40 0\n'))).toBe(50)
  expect(busyPercent(undefined, first)).toBeNull()
  expect(busyPercent(first, first)).toBeNull()
  expect(busyPercent(first, cpuTimes('cpu  1 0 0 5\n'))).toBeNull() // The counters were reset.
  expect(cpuTimes('no such line')).toBeUndefined()
})
