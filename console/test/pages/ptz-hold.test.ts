/** Holding and releasing a PTZ button, without a browser: the order of the requests to the device. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPtzHold, type PtzCalls, type PtzHold } from '#src/ptz/ptz-hold.ts'

const right = { pan: 1, tilt: 0, zoom: 0 }
const up = { pan: 0, tilt: 1, zoom: 0 }
let requested: string[]
let reported: string[]
let answers: { resolve: (value: never) => void; reject: (error: Error) => void }[]
let hold: PtzHold

/** A call that stays pending until the test answers it. */
function pending<T>(what: string): Promise<T> {
  requested.push(what)
  return new Promise<T>((resolve, reject) => answers.push({ resolve, reject }))
}
const calls: PtzCalls = {
  move: ({ pan, tilt, zoom }) => pending(`move ${pan} ${tilt} ${zoom}`),
  hold: () => pending('hold'),
  stop: () => pending('stop'),
}
async function answer(value: unknown): Promise<void> {
  const one = answers.shift()
  if (value instanceof Error) one?.reject(value)
  else one?.resolve(value as never)
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  ;[requested, reported, answers] = [[], [], []]
  hold = createPtzHold(calls, (state) => void reported.push(state))
})
afterEach(() => void vi.useRealTimers())

test('sends one request at a time, skips outdated directions, and sends the stop last', async () => {
  hold.want(right)
  hold.want(up)
  hold.want(undefined)
  expect(requested).toEqual(['move 1 0 0'])
  await answer(2_000)
  expect(requested).toEqual(['move 1 0 0', 'stop'])
  await answer(undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requested).toHaveLength(2)
  expect(reported.at(-1)).toBe('still')
})

test('extends a held move before it ends; a release during the request stops it afterwards', async () => {
  hold.want(right)
  await answer(2_000)
  await vi.advanceTimersByTimeAsync(999)
  expect(requested).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(requested.at(-1)).toBe('hold')
  hold.want(undefined)
  expect(requested.at(-1)).toBe('hold')
  await answer(2_000)
  expect(requested.at(-1)).toBe('stop')
})

test('restarts a move that ended while the button is held; a failure releases it', async () => {
  hold.want(right)
  await answer(2_000)
  await vi.advanceTimersByTimeAsync(1_000)
  await answer(undefined)
  expect(requested.at(-1)).toBe('move 1 0 0')
  await answer(new Error('no'))
  expect(reported.at(-1)).toBe('still')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requested).toEqual(['move 1 0 0', 'hold', 'move 1 0 0'])
  hold.want(right)
  expect(requested).toHaveLength(4)
})

test('no direction sends no request, and the stop button also stops a move of another user', async () => {
  hold.want({ pan: 0, tilt: 0, zoom: 0 })
  expect(requested).toEqual([])
  hold.stop()
  expect(requested).toEqual(['stop'])
})
