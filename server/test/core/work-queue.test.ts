/** A check finds many jobs at once; each must still be due when it starts. */
import { expect, test } from 'vitest'
import { openBreaker } from '#src/core/flow/circuit-breaker.ts'
import { createWorkQueue, type Job } from '#src/core/flow/work-queue.ts'
import { until } from '../until.ts'

const log = { error: () => undefined } as never

/** `first` is called while the first job runs. `early`: jobs make room before they end. */
function queueOf(count: number, first: (due: Map<number, Job>) => void = () => undefined, early = false) {
  const due = new Map<number, Job>()
  for (let at = 1; at <= count; at++) due.set(at, { event_id: at, uuid: `u${at}`, bytes: 1 })
  const [ran, prepared]: [number[], number[]] = [[], []]
  let [checks, running, max] = [0, 0, 0]
  const queue = createWorkQueue<Job>(
    { log, now: Date.now },
    {
      breaker: openBreaker({ first_delay_ms: 1, max_delay_ms: 10, random: Math.random }),
      max_running: 4,
      max_bytes: 100,
      first_delay_ms: 1,
      max_delay_ms: 10,
      mayStart: () => true,
      due(_, limit) {
        checks++
        return [...due.values()].slice(0, limit)
      },
      stillDue: ({ event_id }) => due.get(event_id),
      prepare: ({ event_id }) => void prepared.push(event_id),
      next: () => (due.size > 0 ? Date.now() : undefined),
      async run({ event_id }, makeRoom) {
        max = Math.max(max, ++running)
        if (ran.length === 0) first(due)
        await new Promise(setImmediate)
        if (early) {
          makeRoom()
          for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
        }
        running--
        due.delete(event_id)
        ran.push(event_id)
      },
    },
  )
  return { queue, due, ran, prepared, facts: () => ({ checks, max }) }
}

test('all jobs run, once each, four at a time, and one check serves many of them', async () => {
  const { queue, due, ran, prepared, facts } = queueOf(200)
  queue.check()
  await until('every job has run', () => due.size === 0)
  expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
  expect(new Set(prepared).size).toBe(prepared.length)
  expect(facts().max).toBe(4)
  expect(facts().checks).toBeLessThan(50)
  await queue.stop()
})

test('a job that was found but is no longer due does not run', async () => {
  const { queue, due, ran } = queueOf(20, (all) => [18, 19, 20].forEach((one) => all.delete(one)))
  queue.check()
  await until('every job has run', () => due.size === 0)
  expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 17 }, (_, at) => at + 1))
  await queue.stop()
})

test('a job that makes room lets the next one start, and is not started again meanwhile', async () => {
  const { queue, due, ran, facts } = queueOf(100, () => undefined, true)
  queue.check()
  await until('every job has run', () => due.size === 0)
  expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
  expect(facts().max).toBeGreaterThan(4)
  await queue.stop()
})
