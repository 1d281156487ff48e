/** The status machine of a parking event. */
import { expect, test } from 'vitest'
import {
  event_moves,
  event_status,
  isAllowedMove,
  initial_statuses,
  type EventStatus,
} from '@parking/contract'

const all = Object.keys(event_status) as EventStatus[]

test('every status has its row, and nothing stays where it is by a move', () => {
  expect(Object.keys(event_moves).toSorted()).toEqual(all.toSorted())
  for (const from of all) expect(isAllowedMove(from, from)).toBe(false)
})

test('from wherever an event begins every status can be reached, and from every status that waits it can be sent', () => {
  const reach = (from: EventStatus, seen = new Set<EventStatus>()): Set<EventStatus> => {
    for (const to of event_moves[from]) if (!seen.has(to)) reach(to, seen.add(to))
    return seen
  }
  for (const first of initial_statuses) expect(reach(first).has('sent')).toBe(true)
  expect([...reach('awaiting_processing')].toSorted()).toEqual(all.toSorted())
  for (const from of all) expect(reach(from).has('sent')).toBe(true)
})

test('what is discarded comes back only as what had arrived after all', () => {
  expect(event_moves.discarded).toEqual(['sent'])
  expect(event_moves.manually_discarded).toEqual(['sent'])
})
