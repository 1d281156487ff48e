import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSemaphore } from '#src/core/flow/semaphore.ts'

test('callers acquire by weight and in order, and a second release does nothing', async () => {
  const semaphore = createSemaphore(10)
  const acquired: string[] = []
  const acquire = async (name: string, weight: number) => {
    const release = await semaphore.acquire(weight)
    acquired.push(name)
    return release
  }
  const [a, b] = await Promise.all([acquire('a', 6), acquire('b', 4)])
  const large = acquire('large', 9)
  const light = acquire('light', 1) // it would fit before the large one, and would overtake it
  await turn()
  expect(acquired).toEqual(['a', 'b'])
  b()
  b()
  b()
  await turn()
  expect(acquired).toEqual(['a', 'b'])
  a()
  await Promise.all([large, light])
  expect(acquired).toEqual(['a', 'b', 'large', 'light'])
  const last = acquire('last', 1)
  await turn()
  expect(acquired).not.toContain('last')
  ;(await light)()
  await last
})

test('without a weight each caller counts as one', async () => {
  const semaphore = createSemaphore(1)
  const release = await semaphore.acquire()
  let started = false
  const second = semaphore.acquire().then(() => (started = true))
  await turn()
  expect(started).toBe(false)
  release()
  await second
  expect(started).toBe(true)
})
