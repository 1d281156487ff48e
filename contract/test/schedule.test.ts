/**
 * A weekly plan and the stays that it applies to (spec §4, §5), by example and by property. Long because
 * examples and properties share their generators.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { event_type } from '../src/core/codes.ts'
import { schedule_param } from '../src/params/params.ts'
import {
  snappedToEdge,
  snappedStart,
  copiedDay,
  drawnBlock,
  movedBlock,
  replaced,
  resizedBlock,
  splitOverMidnight,
} from '../src/schedule/schedule-edit.ts'
import {
  blocksOf,
  chargedSeconds,
  normalPlans,
  overlapsOf,
  partsOf,
  plansOf,
  totalsOf,
  week_days,
  type Block,
  type Plan,
  type ScheduleType,
} from '../src/schedule/schedule-plans.ts'
import { eventsOfStay, secondsOf } from '../src/schedule/schedule-stay.ts'
import { clockOf, day_seconds, dayOf, wallStamp, wallSecond } from '../src/schedule/schedule-time.ts'

const at = (stamp: string) => wallSecond(stamp) ?? Number.NaN
const plan = (days: number[], start: string, end: string, type: ScheduleType): Plan => ({
  days,
  range: { start, end },
  type,
})
const eventsText = (plans: readonly Plan[], arrival: string, departure: string) =>
  eventsOfStay(plans, at(arrival), at(departure)).events.map(
    ({ at, type, sent }) => `${wallStamp(at).slice(5)} ${type}${sent ? '' : ' skipped'}`,
  )

/** A week without overlaps, to the second. */
const week = fc
  .array(
    fc.record({
      day: fc.constantFrom(...week_days),
      cuts: fc.uniqueArray(fc.integer({ min: 0, max: day_seconds }), { minLength: 2, maxLength: 8 }),
      types: fc.array(fc.constantFrom(0, 1, 2, 3), { minLength: 8, maxLength: 8 }),
    }),
    { maxLength: 7 },
  )
  .map((days) =>
    days
      .filter((one, index) => days.findIndex((other) => other.day === one.day) === index)
      .flatMap(({ day, cuts, types }): Block[] => {
        const sorted = [...cuts].sort((a, b) => a - b)
        return sorted
          .slice(0, -1)
          .flatMap((from, index) =>
            index % 3 === 1
              ? []
              : [{ day, from, to: sorted[index + 1] ?? from + 1, type: types[index] as ScheduleType }],
          )
      }),
  )

describe('a week', () => {
  test('unset time is charged, and every day has 24 hours', () => {
    expect(partsOf([], 1)).toEqual([{ from: 0, to: day_seconds, type: 1, set: false }])
    const parts = partsOf(blocksOf([plan([1], '08:00:00', '19:59:59', 2)]), 1)
    expect(totalsOf(parts).map(({ type, set, seconds }) => [type, set, clockOf(seconds)])).toEqual([
      [1, false, '12:00:00'],
      [2, true, '12:00:00'],
    ])
    expect(clockOf(day_seconds)).toBe('24:00:00')
  })

  test('a range over midnight is split at 23:59:59 and continues on the next day (spec §5)', () => {
    expect(normalPlans([plan([7], '22:00:00', '05:59:59', 2)])).toEqual([
      plan([1], '00:00:00', '05:59:59', 2),
      plan([7], '22:00:00', '23:59:59', 2),
    ])
    expect(splitOverMidnight(plan([5, 7], '22:00:00', '05:59:59', 2))).toEqual([
      plan([5, 7], '22:00:00', '23:59:59', 2),
      plan([1, 6], '00:00:00', '05:59:59', 2),
    ])
    expect(splitOverMidnight(plan([5], '05:00:00', '22:00:00', 2))).toBe(undefined)
  })

  test('reports overlapping blocks', () => {
    const blocks = blocksOf([plan([1, 2], '08:00:00', '12:00:00', 2), plan([2], '12:00:00', '13:00:00', 3)])
    expect(overlapsOf(blocks).map(({ block, other }) => [block.day, block.type, other.type])).toEqual([
      [2, 3, 2],
    ])
  })

  test('blocks convert to valid plans and back (property)', () => {
    fc.assert(
      fc.property(week, (blocks) => {
        const plans = plansOf(blocks)
        expect(schedule_param.safeParse({ plans }).success).toBe(true)
        expect(blocksOf(plans)).toEqual(blocksOf(plansOf(blocksOf(plans))))
        expect(normalPlans(plans)).toEqual(plans)
        expect(overlapsOf(blocks)).toEqual([])
      }),
    )
  })

  test('a day has no gap and 24 hours, overlapping or not (property)', () => {
    const any = fc.array(
      fc.record({
        day: fc.constantFrom(...week_days),
        from: fc.integer({ min: 0, max: day_seconds - 1 }),
        length: fc.integer({ min: 1, max: day_seconds }),
        type: fc.constantFrom<ScheduleType>(0, 1, 2, 3),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(any, fc.constantFrom(...week_days), (list, day) => {
        const parts = partsOf(
          list.map(({ length, ...one }) => ({ ...one, to: Math.min(day_seconds, one.from + length) })),
          day,
        )
        expect(parts[0]?.from).toBe(0)
        expect(parts.at(-1)?.to).toBe(day_seconds)
        parts.slice(1).forEach((part, index) => expect(part.from).toBe(parts[index]?.to))
        expect(totalsOf(parts).reduce((sum, { seconds }) => sum + seconds, 0)).toBe(day_seconds)
      }),
    )
  })

  test('no edit makes two blocks overlap or leave the day (property)', () => {
    const act = fc.record({
      what: fc.constantFrom('draw', 'move', 'start', 'stop'),
      pick: fc.nat(50),
      day: fc.constantFrom(...week_days),
      a: fc.integer({ min: -5000, max: day_seconds + 5000 }),
      b: fc.integer({ min: 0, max: day_seconds }),
    })
    fc.assert(
      fc.property(week, fc.array(act, { maxLength: 12 }), (start, acts) => {
        let blocks: Block[] = start
        for (const { what, pick, day, a, b } of acts) {
          const block = blocks[pick % Math.max(1, blocks.length)]
          if (what === 'draw') {
            const drawn = drawnBlock(blocks, { day, a: Math.min(day_seconds, Math.max(0, a)), b, type: 2 })
            if (drawn) blocks = [...blocks, drawn]
          } else if (block)
            blocks = replaced(
              blocks,
              block,
              what === 'move'
                ? movedBlock(blocks, block, a, day)
                : resizedBlock(blocks, block, what === 'start' ? 'start' : 'stop', a),
            )
          expect(overlapsOf(blocks)).toEqual([])
          expect(blocks.every(({ from, to }) => from >= 0 && from < to && to <= day_seconds)).toBe(true)
        }
      }),
    )
  })

  test('copying a day replaces the blocks of the others', () => {
    const blocks = blocksOf([plan([1], '08:00:00', '09:59:59', 2), plan([2, 3], '10:00:00', '11:59:59', 3)])
    expect(plansOf(copiedDay(blocks, 1, [1, 2]))).toEqual([
      plan([1, 2], '08:00:00', '09:59:59', 2),
      plan([3], '10:00:00', '11:59:59', 3),
    ])
  })
})

test('a day charges its unset time and the time that is set to charge or to settle', () => {
  const day = (type: ScheduleType) => partsOf([{ day: 1, from: 0, to: 6 * 3600, type }], 1)
  expect([0, 1, 2, 3].map((type) => chargedSeconds(day(type as ScheduleType)) / 3600)).toEqual([
    24, 24, 18, 18,
  ])
})

describe('a dragged block', () => {
  const block = (from: number, to: number): Block => ({ day: 1, from: from * 3600, to: to * 3600, type: 2 })
  const [morning, noon] = [block(8, 12), block(14, 16)]
  const week = [morning, noon]

  test('snaps to a nearby neighbour, so that no gap of a few minutes is left', () => {
    expect(snappedToEdge(week, 1, 12 * 3600 + 600)).toBe(12 * 3600)
    expect(snappedToEdge(week, 1, 12 * 3600 + 1200)).toBe(12 * 3600 + 1200)
    expect(snappedToEdge(week, 2, 12 * 3600 + 600)).toBe(12 * 3600 + 600)
    expect(snappedToEdge(week, 1, 600)).toBe(0)
    expect(drawnBlock(week, { day: 1, a: 12 * 3600 + 600, b: 13.9 * 3600, type: 1 })).toEqual({
      ...block(12, 14),
      type: 1,
    })
  })

  test('snaps with either end while it moves', () => {
    expect(snappedStart(week, noon, 12 * 3600 + 500, 1)).toBe(12 * 3600)
    expect(snappedStart(week, morning, 9.9 * 3600, 1)).toBe(10 * 3600)
    expect(snappedStart(week, noon, 18 * 3600 + 30, 1)).toBe(18 * 3600)
  })
})

describe('a stay', () => {
  const nights_free = [
    plan([1, 2, 3, 4, 5, 6, 7], '00:00:00', '07:59:59', 2),
    plan([1, 2, 3, 4, 5, 6, 7], '20:00:00', '23:59:59', 2),
  ]

  test('without a plan is one bill from entry to exit, even over midnight', () => {
    expect(eventsText([], '2026-11-21 22:00:00', '2026-11-23 01:00:00')).toEqual([
      '11-21 22:00:00 1',
      '11-23 01:00:00 3',
    ])
    expect(dayOf(at('2026-11-21 22:00:00'))).toBe(6)
  })

  test('over a free night is two bills, and events in free time are not sent', () => {
    expect(eventsText(nights_free, '2026-11-23 18:00:00', '2026-11-24 09:00:00')).toEqual([
      '11-23 18:00:00 1',
      '11-23 20:00:00 10',
      '11-24 08:00:00 9',
      '11-24 09:00:00 3',
    ])
    const stay = eventsOfStay(nights_free, at('2026-11-23 18:00:00'), at('2026-11-24 09:00:00'))
    expect([clockOf(secondsOf(stay, 'charge')), clockOf(secondsOf(stay, 'free')), stay.bills.length]).toEqual(
      ['03:00:00', '12:00:00', 2],
    )
    expect(eventsText(nights_free, '2026-11-23 21:00:00', '2026-11-23 22:00:00')).toEqual([
      '11-23 21:00:00 1 skipped',
      '11-23 22:00:00 3 skipped',
    ])
    expect(eventsText(nights_free, '2026-11-23 20:00:00', '2026-11-23 20:00:00')).toEqual([
      '11-23 20:00:00 1 skipped',
      '11-23 20:00:00 3 skipped',
    ])
  })

  test('settle and reopen splits a bill at its start only', () => {
    const daily = [plan([1, 2, 3, 4, 5, 6, 7], '00:00:00', '00:59:59', 0)]
    expect(eventsText(daily, '2026-11-23 23:00:00', '2026-11-24 02:00:00')).toEqual([
      '11-23 23:00:00 1',
      '11-24 00:00:00 10',
      '11-24 00:00:00 9',
      '11-24 02:00:00 3',
    ])
    expect(eventsText(daily, '2026-11-24 00:00:00', '2026-11-24 02:00:00')).toEqual([
      '11-24 00:00:00 1',
      '11-24 02:00:00 3',
    ])
  })

  test('from charge to violation has two bills: one ends and the other starts at the change', () => {
    expect(
      eventsText([plan([1], '10:00:00', '10:59:59', 3)], '2026-11-23 09:00:00', '2026-11-23 10:30:00'),
    ).toEqual(['11-23 09:00:00 1', '11-23 10:00:00 10', '11-23 10:00:00 9', '11-23 10:30:00 3'])
  })

  test('its parts cover the stay, its events lie inside it, and every bill has both ends (property)', () => {
    const start = at('2026-11-16 00:00:00')
    fc.assert(
      fc.property(
        week,
        fc.integer({ min: 0, max: 14 * day_seconds }),
        fc.integer({ min: 0, max: 21 * day_seconds }),
        (blocks, arrives, length) => {
          const [arrival, departure] = [start + arrives, start + arrives + length]
          const { events, parts, bills } = eventsOfStay(plansOf(blocks), arrival, departure)
          expect(parts.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(length)
          parts.forEach((part, index) => expect(part.from).toBe(parts[index - 1]?.to ?? arrival))
          expect(
            events.every(
              (event, index) => event.at >= (events[index - 1]?.at ?? arrival) && event.at <= departure,
            ),
          ).toBe(true)
          const sent = events.filter((event) => event.sent)
          const opens = sent.filter(
            ({ type }) => type === event_type.entry || type === event_type.scheduled_entry,
          )
          const closes = sent.filter(
            ({ type }) => type === event_type.exit || type === event_type.scheduled_exit,
          )
          if (length > 0)
            expect([opens.map((event) => event.at), closes.map((event) => event.at)]).toEqual([
              bills.map(({ from }) => from),
              bills.map(({ to }) => to),
            ])
          expect(
            events.filter(({ type }) => type === event_type.entry || type === event_type.exit),
          ).toHaveLength(2)
        },
      ),
    )
  })
})
