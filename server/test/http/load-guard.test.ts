import { code } from '@parking/contract'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createLoadMonitor, guardByLoad } from '#src/http/load-guard.ts'
import { envelopeOf, send } from '#src/http/answer.ts'
import { until } from '../until.ts'

const mb = 1024 * 1024

test('memory above the limit is overload until it falls; without a limit it never is', () => {
  const load = createLoadMonitor(0, 100 * mb)
  const seen = [90, 101, 200, 100].map((held, at) => {
    load.measure(1000 * (at + 1), held * mb, 0)
    return load.isOverloaded()
  })
  expect(seen).toEqual([false, true, true, false])
  const free = createLoadMonitor(0, 0)
  free.measure(1000, 9_000 * mb, 0)
  expect(free.isOverloaded()).toBe(false)
})

test('one blocked second is tolerated, repeated ones are overload until the event loop runs again', () => {
  const load = createLoadMonitor(0, 0)
  let at = 0
  const after = (ms: number) => {
    load.measure((at += ms), 0, at)
    return load.isOverloaded()
  }
  expect([1000, 1020, 9000, 1000, 4100, 4100, 4100, 3900, 4100, 1000].map(after)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('an event loop that is late because other processes use the processor is not overload', () => {
  const load = createLoadMonitor(0, 0)
  const after = (turn: number, used: number) => {
    load.measure(turn * 5_000, 0, turn * used)
    return load.isOverloaded()
  }
  expect([1, 2, 3].map((turn) => after(turn, 1_000))).toEqual([false, false, false])
  expect([4, 5, 6].map((turn) => after(turn, 5_000))).toEqual([false, true, true])
})

test('a request during overload gets the busy envelope; the files of the console are served', async () => {
  const app = fastify()
  guardByLoad(app, 1)
  app.setErrorHandler((error, request, reply) => send(reply, envelopeOf(error, request)))
  app.get('/x', async () => ({ code: 0 }))
  for (const url of ['/assets/*', '/login', '/*', '/probe-worker.js'])
    app.get(url, async () => 'of the console')
  const ask = () => app.inject('/x')
  expect((await ask()).json()).toEqual({ code: 0 })
  await until('calls are turned away', async () => (await ask()).json().code === code.busy)
  const answer = await ask()
  expect(answer.json()).toMatchObject({
    code: code.busy,
    message: 'The device is busy; try again in a moment',
  })
  expect(answer.headers['retry-after']).toBe('2')
  for (const url of ['/assets/app.js', '/login', '/business/params', '/probe-worker.js'])
    expect((await app.inject(url)).body).toBe('of the console')
  await app.close()
})
