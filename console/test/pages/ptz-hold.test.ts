/** Holding and letting go, without a browser: the order of what is asked of the device. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPtzHold, type PtzCalls, type PtzHold } from '#src/pages/business/sceneConfig/ptz/ptz-hold.ts'

const right = { pan: 1, tilt: 0, zoom: 0 }
const up = { pan: 0, tilt: 1, zoom: 0 }
let asked: string[]
let told: string[]
let answers: { resolve: (value: never) => void; reject: (error: Error) => void }[]
let hold: PtzHold

/** Each call waits until the test answers it. */
function later<T>(what: string): Promise<T> {
  asked.push(what)
  return new Promise<T>((resolve, reject) => answers.push({ resolve, reject }))
}
const calls: PtzCalls = {
  move: ({ pan, tilt, zoom }) => later(`move ${pan} ${tilt} ${zoom}`),
  hold: () => later('hold'),
  stop: () => later('stop'),
}
async function answer(value: unknown): Promise<void> {
  const one = answers.shift()
  if (value instanceof Error) one?.reject(value)
  else one?.resolve(value as never)
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  ;[asked, told, answers] = [[], [], []]
  hold = createPtzHold(calls, (state) => void told.push(state))
})
afterEach(() => void vi.useRealTimers())

test('one request at a time; what was wanted in between is skipped, and the last word is the stop', async () => {
  hold.want(right)
  hold.want(up)
  hold.want(undefined)
  expect(asked).toEqual(['move 1 0 0'])
  await answer(2_000)
  expect(asked).toEqual(['move 1 0 0', 'stop'])
  await answer(undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveLength(2)
  expect(told.at(-1)).toBe('still')
})

test('held, the device is told before the move ends; let go of while it is told, it is stopped right after', async () => {
  hold.want(right)
  await answer(2_000)
  await vi.advanceTimersByTimeAsync(999)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.at(-1)).toBe('hold')
  hold.want(undefined)
  expect(asked.at(-1)).toBe('hold')
  await answer(2_000)
  expect(asked.at(-1)).toBe('stop')
})

test('a move that ended by itself is begun anew while it is held; a failure lets go', async () => {
  hold.want(right)
  await answer(2_000)
  await vi.advanceTimersByTimeAsync(1_000)
  await answer(undefined)
  expect(asked.at(-1)).toBe('move 1 0 0')
  await answer(new Error('no'))
  expect(told.at(-1)).toBe('still')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual(['move 1 0 0', 'hold', 'move 1 0 0'])
  hold.want(right)
  expect(asked).toHaveLength(4)
})

test('nothing held is a stop, and the stop button stops even what nobody here has begun', async () => {
  hold.want({ pan: 0, tilt: 0, zoom: 0 })
  expect(asked).toEqual([])
  hold.stop()
  expect(asked).toEqual(['stop'])
})
