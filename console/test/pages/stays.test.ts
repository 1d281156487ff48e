/**
 * The time axis: bars in lanes, keyboard navigation, search requests, and proposed repairs. Long because
 * each has its rows.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitsOf, stay_marks } from '@parking/contract'
import {
  axisOf,
  barAt,
  clockText,
  rulerStep,
  stayByKey,
} from '#src/pages/business/data/stays/axis/axis-model.ts'
import { fittedText } from '#src/pages/business/data/stays/axis/fitted-text.ts'
import {
  firstReason,
  proposalFor,
  reasonsFor,
  repairsFor,
} from '#src/pages/business/data/stays/panel/repairs.ts'
import { bodyOf } from '#src/pages/business/data/stays/stay-search.tsx'

const from_ms = Date.UTC(2026, 10, 23, 16)
const day_s = 86_400
const lot = (lot_no: string, parking_no = 'P-1') => ({ lot_no, parking_no, camera_sn: 'S', camera_name: 'C' })
type Stays = Parameters<typeof axisOf>[0]['stays']
const dayOf = (stays: Stays, lots = [lot('A'), lot('B', 'P-2'), lot('C')]) => ({
  from_ms,
  to_ms: from_ms + day_s * 1000,
  now_ms: from_ms + 50_000_000,
  lots,
  stays,
  bands: [{ from_ms, to_ms: from_ms + 3_600_000, kind: 'free' as const }],
  plan_from_ms: 0,
  gaps: [],
  irregular: 0,
  behind: 0,
})

test('a day becomes lanes: an open stay ends now; marks and irregularities are separate', () => {
  const axis = axisOf(
    dayOf([[2, -100, null, bitsOf(['doubtful']) + 65_536 * bitsOf(['exit_missing']), 7, '粤B1']]),
  )
  expect(axis.bands).toEqual([{ from: 0, to: 3600, kind: 'free' }])
  expect(axis.lanes[2]?.bars).toEqual([
    {
      stay: 7,
      lane: 2,
      row: 0,
      from: -100,
      to: 50_000,
      open: true,
      marks: bitsOf(['doubtful']),
      irregular: bitsOf(['exit_missing']),
      plate: '粤B1',
    },
  ])
  expect(axisOf(dayOf([[2, 0, 9, 0, 7, '']]), 'P-1').bar.get(7)?.lane).toBe(1)
})

test('on a lot for several vehicles, overlapping bars are in different rows', () => {
  const stay = fc.tuple(fc.nat(1000), fc.nat(500))
  fc.assert(
    fc.property(fc.array(stay, { maxLength: 30 }), (all) => {
      const axis = axisOf(dayOf(all.map(([from, long], at) => [0, from, from + long, 0, at + 1, ''])))
      const { bars, rows } = axis.lanes[0]!
      for (const [at, bar] of bars.entries()) {
        expect(bar.row).toBeLessThan(rows)
        for (const other of bars.slice(at + 1))
          expect(other.row !== bar.row || other.from >= bar.to).toBe(true)
      }
    }),
  )
})

test('from every stay the keys lead to another stay or nowhere, and right reverses left', () => {
  const stay = fc.tuple(fc.nat(2), fc.nat(80_000), fc.nat(3000))
  fc.assert(
    fc.property(fc.array(stay, { minLength: 1, maxLength: 40 }), (all) => {
      const axis = axisOf(
        dayOf(all.map(([lane, from, long], at) => [lane, from, from + long, 0, at + 1, ''])),
      )
      for (const [number, bar] of axis.bar) {
        const left = stayByKey(axis, number, 'ArrowLeft')
        if (left !== undefined) expect(stayByKey(axis, left, 'ArrowRight')).toBe(number)
        const down = stayByKey(axis, number, 'ArrowDown')
        if (down !== undefined) expect(axis.bar.get(down)!.lane).toBeGreaterThan(bar.lane)
        expect(axis.bar.get(stayByKey(axis, number, 'Home')!)!.lane).toBe(bar.lane)
        expect(barAt(axis.lanes[bar.lane], bar.from, bar.row, 0)).toBeDefined()
      }
      expect(axis.bar.has(stayByKey(axis, undefined, 'ArrowRight')!)).toBe(true)
      expect(stayByKey(axis, 1, 'x')).toBeUndefined()
    }),
  )
})

test('the ruler has readable times and steps', () => {
  expect([clockText(0), clockText(86_400), clockText(3_659)]).toEqual(['00:00', '24:00', '01:01'])
  expect([rulerStep(86_400 / 1000), rulerStep(3600 / 1000)]).toEqual([7200, 300])
})

test('a search asks for a lot and a time, a lot of the day, or a plate', () => {
  const requestFor = (text: string) => bodyOf(text, '2026-11-24', ['A01'])
  expect(requestFor('a01 9:05')).toEqual({ lot_no: 'A01', time: '2026-11-24 09:05:00', limit: 8 })
  expect(requestFor('A01')).toEqual({ lot_no: 'A01', day: '2026-11-24', limit: 8 })
  expect(requestFor('粤B1')).toEqual({ plate_number: '粤B1', limit: 8 })
  expect([requestFor(''), requestFor('B'), requestFor('x'.repeat(33))]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

const event = (
  event_type: number,
  time_ms: number,
  plate_number = '',
  more: Partial<{
    standing: 'observed' | 'typed' | 'withdrawn'
    confidence: number | null
    status: number
  }> = {},
) => ({
  uuid: `${event_type}-${time_ms}`,
  event_type,
  time_ms,
  time_str: '',
  plate_number,
  status: 2,
  standing: 'observed' as const,
  confidence: 90,
  camera_sn: 'SN-0001',
  camera_name: '东门 1',
  comment: '',
  pictures: [],
  ...more,
})
const withdrawn = { standing: 'withdrawn' as const }

test('repairs that fit are proposed, in favour of the driver', () => {
  expect(repairsFor({ irregular: [], end_ms: null, events: [] })).toEqual(['close'])
  expect(repairsFor({ irregular: [], end_ms: 1, events: [] })).toEqual([])
  expect(repairsFor({ irregular: ['double_entry', 'plate_differs'], end_ms: 1, events: [] })).toEqual([
    'drop',
    'accept',
    'plate',
  ])
  const events = [event(1, 10_000), event(1, 20_000, '粤B1'), event(3, 30_000, '粤B2')]
  expect(proposalFor('close', { events }).time_ms).toBe(30_000)
  expect(proposalFor('open', { events }).time_ms).toBe(9_000)
  expect(proposalFor('drop', { events }).uuid).toBe('1-20000')
  expect(proposalFor('plate', { events }).plate).toBe('粤B1')
  expect(firstReason('close', { events, gone: [] }, ['not filmed', 'offline'])).toBe('not filmed')
  expect(firstReason('drop', { events, gone: [] }, ['twice'])).toBe('')
  expect(stay_marks.map((mark) => bitsOf([mark]))).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
})

test.each([
  ['A01', 'A01'],
  ['深南大道南侧-001', '深南…-001'],
  ['深南大道南侧-002', '深南…-002'],
  ['PARK-ROAD-WEST-17', 'PAR…EST-17'],
])('the name of the lot %s is cut in its middle, not squeezed', (name, shown) => {
  expect(fittedText(name, 10, (text) => text.replaceAll(/\p{Script=Han}/gu, 'WW').length)).toBe(shown)
})

test('taking a withdrawal back comes first, and a withdrawn event proposes no time', () => {
  const events = [event(1, 10_000), event(3, 30_000, '', withdrawn), event(3, 40_000, '', withdrawn)]
  for (const irregular of [[], ['exit_missing'], ['double_entry', 'plate_differs']] as const)
    expect(repairsFor({ irregular: [...irregular], end_ms: null, events })[0]).toBe('restore')
  expect(proposalFor('restore', { events }).uuid).toBe('3-40000')
  expect(proposalFor('close', { events }).time_ms).toBeUndefined()
  // It was filmed, so the reason that it was not is not offered.
  expect(reasonsFor('close', { events, gone: [] }, ['not filmed', 'offline'])).toEqual(['offline'])
  expect(firstReason('close', { events, gone: [] }, ['not filmed', 'offline'])).toBe('')
  const exit = { typed: false, uuid: '3-40000', event_type: 3, time_str: '', deleted_str: '', by: '' }
  expect(reasonsFor('close', { events: [], gone: [exit] }, ['not filmed', 'offline'])).toEqual(['offline'])
  const typed = {
    events: [event(3, 1, '', { ...withdrawn, confidence: null })],
    gone: [{ ...exit, typed: true }],
  }
  expect(firstReason('close', typed, ['not filmed', 'offline'])).toBe('not filmed')
  expect(firstReason('restore', { events, gone: [] }, ['pictures'])).toBe('')
  const final = [
    event(3, 1, '', { ...withdrawn, status: 9 }),
    event(3, 1, '', { ...withdrawn, confidence: null }),
  ]
  expect(repairsFor({ irregular: ['exit_missing'], end_ms: 1, events: final })).toEqual([
    'close',
    'drop',
    'accept',
  ])
})

test('no proposed time makes a stay of less than a second', () => {
  const seen = fc.tuple(fc.constantFrom(0, 1, 2, 3), fc.nat(5_000), fc.boolean())
  fc.assert(
    fc.property(fc.array(seen, { minLength: 1, maxLength: 6 }), (all) => {
      const events = all
        .toSorted(([, a], [, b]) => a - b)
        .map(([type, at, is_withdrawn]) => event(type, at, '', is_withdrawn ? withdrawn : {}))
      const counted = events.filter(({ standing }) => standing !== 'withdrawn')
      const [close, open] = [proposalFor('close', { events }), proposalFor('open', { events })]
      if (close.time_ms !== undefined)
        expect(close.time_ms - counted[0]!.time_ms).toBeGreaterThanOrEqual(1000)
      if (open.time_ms !== undefined)
        expect(counted.at(-1)!.time_ms - open.time_ms).toBeGreaterThanOrEqual(1000)
    }),
  )
})
