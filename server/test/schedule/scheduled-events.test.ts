/**
 * The moments at which plans split stays into bills, compared with the contract, with clock changes.
 * Long because every test compares the same plans.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  alg_factory,
  day_seconds,
  eventsOfStay,
  normalPlans,
  wallSecond,
  type Block,
  type Plan,
} from '@parking/contract'
import { plansOf } from '@parking/contract/schedule/schedule-plans.ts'
import {
  scheduledEventsBetween,
  scheduledEventsOfStay,
  partsBetween,
  planHistory,
  type PlanPeriod,
} from '#src/schedule/scheduled-events.ts'
import { skipReason } from '#src/events/record/skipped.ts'
import { stampOf } from '#src/core/stamp.ts'
import { momentIn, offsetAt, stampIn } from '#src/core/zone.ts'

/** Blocks of a day, one after the other. */
const blocks = (day: number) =>
  fc
    .array(
      fc.tuple(
        fc.integer({ min: 0, max: 40_000 }),
        fc.integer({ min: 1, max: 40_000 }),
        fc.constantFrom(0, 1, 2, 3),
      ),
      { maxLength: 4 },
    )
    .map((steps) => {
      let at = 0
      return steps.flatMap(([gap, length, type]): Block[] => {
        const [from, to] = [at + gap, at + gap + length]
        if (to > day_seconds) return []
        at = to
        return [{ day, from, to, type: type as Block['type'] }]
      })
    })
const week: fc.Arbitrary<Plan[]> = fc
  .tuple(...[1, 2, 3, 4, 5, 6, 7].map(blocks))
  .map((days) => normalPlans(plansOf(days.flat())))
const monday = Date.UTC(2026, 10, 23)
const plan = (days: number[], start: string, end: string, type: Plan['type']): Plan => ({
  days,
  range: { start, end },
  type,
})
const every_day = [1, 2, 3, 4, 5, 6, 7]
const shown = (events: { at_ms: number; event_type: number }[], zone: string) =>
  events.map(({ at_ms, event_type }) => `${event_type} ${stampIn(at_ms, zone)}`)
const at = (stamp: string, zone: string, near = 0) =>
  momentIn(stamp, zone, near === 0 ? Date.parse(`${stamp.replace(' ', 'T')}Z`) : near)

test('the scheduled events of any stay are those of the contract', () => {
  fc.assert(
    fc.property(
      week,
      fc.integer({ min: 0, max: 6 * day_seconds * 1000 }),
      fc.integer({ min: 0, max: 3 * day_seconds * 1000 }),
      fc.constantFrom('UTC', 'Asia/Shanghai', 'Asia/Kathmandu'),
      (plans, after, lasts, zone) => {
        const [entry, exit] = [monday + after, monday + after + lasts]
        const offset = offsetAt(entry, zone)
        const wall = (ms: number) => Math.floor((ms + offset) / 1000)
        const wanted = eventsOfStay(plans, wall(entry), wall(exit))
          .events.filter(({ type }) => type >= 9)
          .map(({ at: second, type }) => ({ at_ms: second * 1000 - offset, event_type: type }))
        const list: PlanPeriod[] = [{ from_ms: monday - 86_400_000, zone, plans }]
        expect(scheduledEventsOfStay(scheduledEventsBetween(list, entry - 1000, exit), entry, exit)).toEqual(
          wanted,
        )
      },
    ),
    { numRuns: 1_000 },
  )
})

test('entries and exits in free time are skipped exactly if the contract does not send them', () => {
  const by = (plans: Plan[]) => ({ alg_param: alg_factory, schedule_param: { plans } })
  fc.assert(
    fc.property(
      week,
      fc.integer({ min: 0, max: 6 * day_seconds }),
      fc.integer({ min: 1, max: 3 * day_seconds }),
      fc.nat(999),
      (plans, after, lasts, ms) => {
        const entry = monday + after * 1000
        const [wall, seen] = [wallSecond(stampOf(entry))!, { confidence: 99 }]
        const { events } = eventsOfStay(plans, wall, wall + lasts)
        expect(skipReason(by(plans), { ...seen, event_type: 1, event_ms: entry + ms }) === undefined).toBe(
          events[0]!.sent,
        )
        expect(
          skipReason(by(plans), { ...seen, event_type: 3, event_ms: entry + lasts * 1000 + ms }) ===
            undefined,
        ).toBe(events.at(-1)!.sent)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('in consecutive spans no scheduled event is repeated or missed', () => {
  fc.assert(
    fc.property(
      week,
      fc.array(fc.integer({ min: 1, max: 40_000_000 }), { minLength: 1, maxLength: 8 }),
      (plans, steps) => {
        const list: PlanPeriod[] = [{ from_ms: monday, zone: 'Europe/Berlin', plans }]
        let now = monday
        const pieces = steps.flatMap((step) => {
          const before = now
          now += step
          return scheduledEventsBetween(list, before, now)
        })
        expect(pieces).toEqual(scheduledEventsBetween(list, monday, now))
      },
    ),
    { numRuns: 100 },
  )
})

test('bills are opened and closed in turn, despite changed plans and clocks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(week, fc.integer({ min: 1, max: 300_000 })), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Taipei'),
      fc.boolean(),
      (held, zone, autumn) => {
        let from_ms = autumn ? Date.UTC(2026, 9, 23) : Date.UTC(2026, 2, 6)
        const list = held.map(([plans, seconds]): PlanPeriod => {
          const one = { from_ms, zone, plans }
          from_ms += seconds * 1000
          return one
        })
        const events = scheduledEventsBetween(list, list[0]!.from_ms, from_ms + 10 * 86_400_000)
        // Exits follow entries and entries exits: no bill is opened or closed twice.
        for (const [n, { event_type, at_ms }] of events.entries()) {
          const before = events[n - 1]
          if (!before) continue
          expect(before.event_type).not.toBe(event_type)
          expect(at_ms).toBeGreaterThanOrEqual(before.at_ms)
        }
      },
    ),
    { numRuns: 100 },
  )
})

test('splits at free time that begins at midnight, ends at midnight or includes it', () => {
  const list: PlanPeriod[] = [
    {
      from_ms: monday - 8 * 86_400_000,
      zone: 'Asia/Shanghai',
      plans: [
        plan([2], '00:00:00', '05:59:59', 2),
        plan([3], '22:00:00', '23:59:59', 2),
        plan([4], '00:00:00', '01:59:59', 2),
      ],
    },
  ]
  const events = scheduledEventsBetween(
    list,
    at('2026-11-23 12:00:00', 'Asia/Shanghai'),
    at('2026-11-27 12:00:00', 'Asia/Shanghai'),
  )
  expect(shown(events, 'Asia/Shanghai')).toEqual([
    '10 2026-11-24 00:00:00',
    '9 2026-11-24 06:00:00',
    '10 2026-11-25 22:00:00',
    '9 2026-11-26 02:00:00',
  ])
})

test('in spring a settlement in the skipped hour happens at the end of that hour', () => {
  const zone = 'Europe/Berlin'
  const day = (plans: Plan[]) =>
    shown(
      scheduledEventsBetween(
        [{ from_ms: Date.UTC(2026, 2, 20), zone, plans }],
        at('2026-03-29 00:00:00', zone),
        at('2026-03-29 12:00:00', zone),
      ),
      zone,
    )
  expect(day([plan(every_day, '01:00:00', '02:29:59', 2)])).toEqual([
    '10 2026-03-29 01:00:00',
    '9 2026-03-29 03:00:00',
  ])
  expect(day([plan(every_day, '02:15:00', '02:29:59', 2)])).toEqual([])
  expect(day([plan(every_day, '02:15:00', '02:29:59', 0)])).toEqual([
    '10 2026-03-29 03:00:00',
    '9 2026-03-29 03:00:00',
  ])
  expect(day([plan(every_day, '03:00:00', '03:59:59', 0)])).toEqual([
    '10 2026-03-29 03:00:00',
    '9 2026-03-29 03:00:00',
  ])
  expect(day([plan(every_day, '02:30:00', '04:59:59', 3)])).toEqual([
    '10 2026-03-29 03:00:00',
    '9 2026-03-29 03:00:00',
    '10 2026-03-29 05:00:00',
    '9 2026-03-29 05:00:00',
  ])
})

test('in autumn the repeated hour counts twice', () => {
  const zone = 'Europe/Berlin'
  const events = scheduledEventsBetween(
    [{ from_ms: Date.UTC(2026, 9, 20), zone, plans: [plan(every_day, '02:15:00', '02:29:59', 2)] }],
    Date.UTC(2026, 9, 24, 22),
    Date.UTC(2026, 9, 25, 6),
  )
  expect(events).toEqual([
    { event_type: 10, at_ms: Date.UTC(2026, 9, 25, 0, 15) },
    { event_type: 9, at_ms: Date.UTC(2026, 9, 25, 0, 30) },
    { event_type: 10, at_ms: Date.UTC(2026, 9, 25, 1, 15) },
    { event_type: 9, at_ms: Date.UTC(2026, 9, 25, 1, 30) },
  ])
})

test('a plan applies from the next second, splits there if it differs, and does not change the past', () => {
  const noon = Date.UTC(2026, 10, 23, 12, 0, 0)
  const free = [plan(every_day, '10:00:00', '13:59:59', 2)]
  const first = planHistory([], [], 'UTC', noon - 5 * 3_600_000)
  expect(planHistory(first, [], 'UTC', noon)).toBe(first)
  const list = planHistory(first, free, 'UTC', noon + 300)
  expect(scheduledEventsBetween(list, noon - 86_400_000, noon + 86_400_000 / 2)).toEqual([
    { event_type: 10, at_ms: noon + 1000 },
    { event_type: 9, at_ms: noon + 2 * 3_600_000 },
  ])
  // Another zone has another wall clock: 12:30 is 20:30 there, and free time is over.
  const east = planHistory(list, free, 'Asia/Shanghai', noon + 1_800_000)
  expect(scheduledEventsBetween(east, noon, noon + 6 * 3_600_000)).toEqual([
    { event_type: 10, at_ms: noon + 1000 },
    { event_type: 9, at_ms: noon + 1_801_000 },
  ])
  // After a clock is set back, the repeated hour follows the current plan.
  const back = planHistory(list, free, 'UTC', noon - 3_600_000)
  expect(back.map(({ from_ms }) => from_ms)).toEqual([first[0]!.from_ms, noon - 3_599_000])
})

test('only the entries that are needed are kept', () => {
  let list: readonly PlanPeriod[] = []
  for (let hour = 0; hour < 400; hour++)
    list = planHistory(
      list,
      [plan([1], '00:00:00', `0${hour % 10}:59:59`, 2)],
      'UTC',
      monday + hour * 3_600_000,
    )
  expect(list.length).toBe(7 * 24 + 2)
  expect(list.at(-1)!.plans[0]!.range.end).toBe('09:59:59')
})

test('the parts of a plan last as long as the stay, also where the clocks change', () => {
  const zone = 'America/New_York'
  const at = (text: string) => Date.parse(text)
  // Clocks are set back at 02:00 on 2026-11-01, and forward at 02:00 on 2026-03-08.
  for (const [from, to, hours] of [
    ['2026-11-01T00:30:00-04:00', '2026-11-01T03:30:00-05:00', 4],
    ['2026-03-08T00:30:00-05:00', '2026-03-08T03:30:00-04:00', 2],
  ] as const) {
    const parts = partsBetween({ zone, plans: [] }, at(from) + 900, at(to) + 100)
    expect(parts.reduce((sum, { from_ms, to_ms }) => sum + to_ms - from_ms, 0)).toBe(hours * 3_600_000)
    expect([parts[0]!.from_ms, parts.at(-1)!.to_ms]).toEqual([at(from), at(to)])
  }
})
