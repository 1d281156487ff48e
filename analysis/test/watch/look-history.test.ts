/** The looks that an event carries: what was read stays with it, however many looks there were. */
import { expect, test } from 'vitest'
import { createLookHistory } from '#src/watch/look-history.ts'
import type { Decision } from '#src/decide/decision.ts'
import { no_state } from '#src/decide/state.ts'
import { lookAt, lotWith, reading } from '../decide/looks.ts'

test('of many looks, those that read a plate stay, accepted or not; in order and at most 24', () => {
  const history = createLookHistory()
  const texts = ['粤B1O345', '粤B1O345', '粤B10345']
  for (let at = 0; at < 60; at++) {
    const text = at % 7 === 3 ? texts[at % 3] : undefined
    history.add(lookAt(at, [lotWith('a', text ? { plate: reading(text, 0.5) } : {})]), no_state, [])
  }
  const { time } = lookAt(0, [])
  const event = { scene_id: 's', lot_no: 'A01', cell: 0, event_time: time + 4_000, decided: time + 59_000 }
  const looks = history.around(event as Decision)
  expect(looks.length).toBe(24)
  expect(looks.map((look) => look.time)).toEqual(looks.map((look) => look.time).toSorted((a, b) => a - b))
  expect(looks.at(-1)?.time).toBe(event.decided)
  const read = looks.flatMap(({ time: at, plate }) => (plate ? [[(at - time) / 1000, plate]] : []))
  expect(read).toEqual([3, 10, 17, 24, 31, 38, 45, 52, 59].map((at) => [at, texts[at % 3]]))
})
