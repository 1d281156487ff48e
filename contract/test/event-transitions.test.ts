/** The status machine of a parking event. */
import { expect, test } from 'vitest'
import {
  event_transitions,
  event_status,
  isAllowedTransition,
  initial_statuses,
  type EventStatus,
} from '@parking/contract'

const all = Object.keys(event_status) as EventStatus[]

test('every status has its transitions, none of them to itself', () => {
  expect(Object.keys(event_transitions).toSorted()).toEqual(all.toSorted())
  for (const from of all) expect(isAllowedTransition(from, from)).toBe(false)
})

test('every status is reachable, and every event can still be sent', () => {
  const reachable = (from: EventStatus, seen = new Set<EventStatus>()): Set<EventStatus> => {
    for (const to of event_transitions[from]) if (!seen.has(to)) reachable(to, seen.add(to))
    return seen
  }
  for (const first of initial_statuses) expect(reachable(first).has('sent')).toBe(true)
  expect([...reachable('awaiting_processing')].toSorted()).toEqual(all.toSorted())
  for (const from of all) expect(reachable(from).has('sent')).toBe(true)
})

test('a discarded event is sent if the platform accepted it after all, or pending if it is withdrawn', () => {
  expect(event_transitions.discarded).toEqual(['pending', 'sent'])
  expect(event_transitions.manually_discarded).toEqual(['sent'])
})
