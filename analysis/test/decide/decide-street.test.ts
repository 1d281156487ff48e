/**
 * A day of 24 simulated lots with detector errors and disturbances: how many events are found, and how many
 * are false. The limits are the gates of `npm run bench:analysis`.
 */
import { expect, test } from 'vitest'
import { decide } from '#src/decide/decide.ts'
import type { Decision } from '#src/decide/decision.ts'
import { no_state } from '#src/decide/state.ts'
import type { LotLook } from '#src/look/look.ts'
import { by, lookAt, start } from './looks.ts'

const step_s = 5
const day_s = 86_400

/** Reproducible random numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let at = seed
  return () => {
    at = (at + 0x6d2b79f5) | 0
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Change = { lot_no: string; type: 'in' | 'out'; time: number }

/** One lot during the day: cars, an imperfect detector, and disturbed views that are mostly recognised. */
function lotOf(lot_no: string, random: () => number) {
  const lasting = (mean_s: number): number => -Math.log(1 - random()) * mean_s
  let [occupied, until] = [false, 600 + lasting(1200)]
  let [disturbed, disturbed_until, recognised] = [false, lasting(900), true]
  const changes: Change[] = []
  return {
    changes,
    lookAt(second: number): LotLook {
      if (second >= until) {
        occupied = !occupied
        changes.push({ lot_no, type: occupied ? 'in' : 'out', time: start + second * 1000 })
        until = second + 90 + lasting(occupied ? 2700 : 1200)
      }
      if (second >= disturbed_until) {
        disturbed = !disturbed
        disturbed_until = second + lasting(disturbed ? 8 : 900)
        recognised = random() < 0.95
      }
      const base = { scene_id: 's', lot_no, cell: 0 }
      if (disturbed && recognised) return { ...base, evidence: { kind: 'unknown', why: 'hidden' } }
      const right = random() < (occupied ? 0.95 : 0.98)
      const shown = (disturbed ? !occupied : occupied) === right
      return { ...base, evidence: { kind: 'seen', llr: (shown ? 1 : -1) * (1 + 3 * random()) } }
    },
  }
}

test('nearly all changes of a day are found soon, and hardly any are false', () => {
  const random = randomOf(7)
  const lots = Array.from({ length: 24 }, (_, at) => lotOf(`A${at + 1}`, random))
  let state = no_state
  const events: Decision[] = []
  for (let second = step_s; second < day_s; second += step_s) {
    const step = decide(
      state,
      lookAt(
        second,
        lots.map((lot) => lot.lookAt(second)),
      ),
      by(),
    )
    state = step.state
    events.push(...step.events)
  }
  const changes = lots.flatMap((lot) => lot.changes).filter(({ time }) => time < start + (day_s - 120) * 1000)
  const open = new Set(events)
  const delays = changes.flatMap(({ lot_no, type, time }) => {
    const match = [...open].find(
      (event) =>
        event.lot_no === lot_no &&
        (event.event_type === 3) === (type === 'out') &&
        Math.abs(event.event_time - time) < 120_000,
    )
    if (match) open.delete(match)
    return match ? [match.decided - time] : []
  })
  expect(changes.length).toBeGreaterThan(900)
  expect(delays.length / changes.length).toBeGreaterThan(0.98)
  expect(open.size / changes.length).toBeLessThan(0.02)
  expect(delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)]).toBeLessThanOrEqual(30_000)
})
