/**
 * The stays on a lot, derived from its events. Long because every history is a test.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  flagsOf,
  isWithdrawn,
  plateOfStay,
  stayAround,
  staysOf,
  staysOfWithdrawn,
  type LotEvent,
} from '#src/events/record/stays.ts'

/**
 * `1A`: an entry of A; `3`: an exit without a plate; `1A=B`: read as A and corrected to B; `!` before it:
 * discarded by a user.
 */
const events = (...eventsOf: string[]): LotEvent[] =>
  eventsOf.map((text, n) => {
    const [, gone, type, plate = '', checked] = /^(!?)(\d+)([A-Z]*)(?:=([A-Z]*))?$/.exec(text)!
    return {
      event_id: n + 1,
      event_ms: n * 1000,
      event_type: Number(type),
      status: gone ? 9 : 2,
      plate_number: plate,
      checked_plate: checked ?? null,
      typed: 0,
    }
  })
const story = (eventsOf: string[], room?: number) =>
  staysOf(events(...eventsOf), room).map((stay) =>
    [stay.events.map(({ event_id }) => event_id).join(' '), stay.end, ...flagsOf(stay)].join(', '),
  )

test.each<[string[], string[]]>([
  [['1A', '3A'], ['1 2, left']],
  [['0A', '2B', '3B'], ['1 2 3, left']],
  [['1A'], ['1, open']],
  [['3A'], ['1, left, entry_missing']],
  [
    ['2A', '3A', '1B'],
    ['1 2, left, entry_missing', '3, open'],
  ],
  [
    ['1A', '1B', '3B'],
    ['1, replaced, exit_missing', '2 3, left'],
  ],
  [['1A', '0A', '3A'], ['1 2 3, left, double_entry']],
  [['1A', '3B'], ['1 2, left, plate_differs']],
  [['1A', '3B=A'], ['1 2, left']],
  [['1A=B', '3B'], ['1 2, left']],
  [['1A', '3'], ['1 2, left']],
  [
    ['1', '1', '3A'],
    ['1, replaced, exit_missing', '2 3, left'],
  ],
  [['1A', '!1B', '3A'], ['1 3, left']],
  [
    ['1A', '3A', '3A'],
    ['1 2, left', '3, left, entry_missing'],
  ],
])('a lot for one car: %j', (eventsOf, wanted) => expect(story(eventsOf)).toEqual(wanted))

test.each<[string[], string[]]>([
  [
    ['1A', '1B', '3A', '3B'],
    ['1 3, left', '2 4, left'],
  ],
  [
    ['1A', '1', '3B', '3A'],
    ['1 4, left', '2 3, left'],
  ],
  [
    ['1A', '1B', '3'],
    ['1, open', '2, open', '3, left, entry_missing'],
  ],
  [['1A', '3'], ['1 2, left']],
  [
    ['1A', '1B', '1C', '1D'],
    ['1, replaced, exit_missing', '2, open', '3, open', '4, open'],
  ],
  // A vehicle known only from an update without a plate: its stay ends first when the lot is full.
  [
    ['1A', '1B', '2', '1C'],
    ['1, open', '2, open', '3, replaced, entry_missing, exit_missing', '4, open'],
  ],
  [
    ['1A', '1B', '1C', '2', '1D'],
    [
      '1, replaced, exit_missing',
      '2, open',
      '3, open',
      '4, replaced, entry_missing, exit_missing',
      '5, open',
    ],
  ],
  [
    ['1A', '1B', '1C', '2E', '1D'],
    [
      '1, replaced, exit_missing',
      '2, replaced, exit_missing',
      '3, open',
      '4, open, entry_missing',
      '5, open',
    ],
  ],
])('a lot for three: %j', (eventsOf, wanted) => expect(story(eventsOf, 3)).toEqual(wanted))

test('whatever the events, each belongs to one stay, and no lot exceeds its capacity', () => {
  const eventsOf = fc.array(
    fc.tuple(
      fc.constantFrom(0, 1, 1, 2, 3, 3),
      fc.constantFrom('', 'A', 'B', 'C'),
      fc.option(fc.constantFrom('', 'A', 'D')),
      fc.constantFrom(0, 2, 8, 9),
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(eventsOf, fc.integer({ min: 1, max: 4 }), (rows, room) => {
      const all = rows.map(([event_type, plate_number, checked_plate, status], n): LotEvent => ({
        event_id: n + 1,
        event_ms: n * 10,
        event_type,
        status,
        plate_number,
        checked_plate,
        typed: 0,
      }))
      const stays = staysOf(all, room)
      expect(
        stays.flatMap((stay) => stay.events.map(({ event_id }) => event_id)).sort((a, b) => a - b),
      ).toEqual(all.filter(({ status }) => status !== 9).map(({ event_id }) => event_id))
      expect(
        stays.filter(({ end, events: [first] }) => end === 'open' && first!.event_type <= 1).length,
      ).toBeLessThanOrEqual(room)
      for (const { end, events: own } of stays) {
        expect(own.slice(0, -1).some(({ event_type }) => event_type === 3)).toBe(false)
        expect(own.at(-1)!.event_type === 3).toBe(end === 'left')
      }
      for (const one of all.filter(({ status }) => status !== 9))
        expect(stayAround(stays, one)!.events).toContain(one)
    }),
    { numRuns: 2_000 },
  )
})

test('a timer picture belongs to the vehicle on the lot, a scheduled event to its stay', () => {
  const stays = staysOf(events('1A', '3A', '1B', '1C'))
  const other = (event_ms: number, event_type: number, plate_number = ''): LotEvent => ({
    event_id: 99,
    event_ms,
    event_type,
    status: 2,
    plate_number,
    checked_plate: null,
    typed: 0,
  })
  const first = (one: LotEvent) => stayAround(stays, one)?.events[0]!.event_id
  expect([
    first(other(500, 5)),
    first(other(1500, 5)),
    first(other(1500, 10)),
    first(other(2500, 7)),
    first(other(9000, 5)),
    first(other(-1, 9)),
  ]).toEqual([1, undefined, 1, 3, 4, undefined])
  const many = staysOf(events('1A', '1B', '3A'), 3)
  expect(
    [stayAround(many, other(1500, 5, 'A')), stayAround(many, other(1500, 5, 'B'))].map((stay) =>
      plateOfStay(stay!),
    ),
  ).toEqual(['A', 'B'])
})

test('a withdrawn exit stays with the stay that it was seen in, whatever is typed and seen after it', () => {
  const [entry, exit, next] = events('1A', '!3A', '1B') as [LotEvent, LotEvent, LotEvent]
  const typed = { ...exit, event_id: 9, event_ms: 500, status: 2, typed: 1 }
  const homeIn = (all: LotEvent[]) => {
    const stays = staysOf(all)
    return staysOfWithdrawn(all, stays).get(exit.event_id)?.events[0]
  }
  expect(homeIn([entry, exit])).toBe(entry)
  expect(homeIn([entry, exit, next])).toBe(entry)
  expect(homeIn([entry, typed, exit, next])).toBe(entry)
  // The next car was typed to have come before the withdrawn exit.
  const early = { ...next, event_id: 10, event_ms: 700, typed: 1 }
  expect(homeIn([entry, typed, early, exit, next])).toBe(entry)
})

test('whatever happens after it, a withdrawn event belongs to one stay for ever', () => {
  const rows = fc.array(
    fc.tuple(fc.constantFrom(1, 2, 3), fc.constantFrom('', 'A', 'B'), fc.boolean(), fc.boolean()),
    { maxLength: 25 },
  )
  fc.assert(
    fc.property(rows, (list) => {
      const all = list.map(([event_type, plate_number, withdrawn, typed], n): LotEvent => ({
        event_id: n + 1,
        event_ms: n * 10,
        event_type,
        status: withdrawn ? 9 : 2,
        plate_number,
        checked_plate: null,
        typed: typed ? 1 : 0,
      }))
      const found = staysOfWithdrawn(all, staysOf(all))
      expect([...found.keys()].toSorted((a, b) => a - b)).toEqual(
        all.filter(isWithdrawn).map(({ event_id }) => event_id),
      )
      const home = (of: typeof found, id: number) => of.get(id)?.events[0]?.event_id
      for (let cut = 1; cut < all.length; cut++) {
        const until = all.slice(0, cut)
        // Once an observed event before it counts, nothing that comes later takes it away.
        const earlier = staysOfWithdrawn(until, staysOf(until))
        for (const id of earlier.keys()) {
          const before = until.slice(0, id - 1).findLast((one) => one.typed === 0)
          if (before && !isWithdrawn(before) && before.event_type !== 3 && all[id - 1]!.event_type !== 1)
            if (all[id - 1]!.typed === 0) expect(home(found, id)).toBe(home(earlier, id))
        }
      }
    }),
    { numRuns: 1_000 },
  )
})
