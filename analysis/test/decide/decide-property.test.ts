/** Properties that hold for every sequence of looks. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { event_type } from '@parking/contract/core/codes.ts'
import type { Decision } from '#src/decide/decision.ts'
import type { Look, LotLook, UnknownReason } from '#src/look/look.ts'
import { by, lookAt, lotWith, reading, run, type Thing } from './looks.ts'

const thing = fc.constantFrom<Thing>('empty', 'a', 'b', 'c')
const lot = fc
  .record({
    thing,
    llr: fc.option(fc.double({ min: -8, max: 8, noNaN: true }), { nil: undefined }),
    noise: fc.nat(20),
    unknown: fc.option(fc.constantFrom<UnknownReason>('hidden', 'glare', 'blurred'), {
      nil: undefined,
      freq: 4,
    }),
    text: fc.option(fc.constantFrom('粤B12345', '粤B99871', 'ABC1234'), { nil: undefined }),
    shift: fc.constantFrom(0, 0, 0, 0.3),
  })
  .map(({ thing, llr, noise, unknown, text, shift }): LotLook => {
    const one = lotWith(thing, {
      ...(llr !== undefined && { llr }),
      noise,
      ...(text && { plate: reading(text) }),
      box: [0.2 + shift, 0.4, 0.4 + shift, 0.6],
    })
    return unknown ? { ...one, evidence: { kind: 'unknown', why: unknown } } : one
  })
/** Runs of similar looks, as on a real street, with occasional outliers. */
const looks = fc
  .array(
    fc.record({
      lot,
      count: fc.integer({ min: 1, max: 25 }),
      step: fc.integer({ min: 1, max: 40 }),
      grey: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((parts) => {
    let at = 0
    return parts.flatMap(({ lot, count, step, grey }) =>
      Array.from({ length: count }, (): Look => lookAt((at += step), [lot], { grey })),
    )
  })
const parameters = fc
  .record({
    track_seconds: fc.integer({ min: 1, max: 60 }),
    merge_seconds: fc.constantFrom(0, 5, 60, 600),
    event_th: fc.constantFrom(0, 0.5, 0.9),
    auto_event_th: fc.constantFrom(0.9, 0.95),
    sim_th: fc.double({ min: 0, max: 1, noNaN: true }),
    auto_plate_th: fc.constantFrom(0, 0.5, 0.99),
    motor_min_seconds: fc.constantFrom(0, 60),
  })
  .map(by)

const isEntry = ({ event_type: type }: Decision) =>
  type === event_type.initial_entry || type === event_type.entry

test('entries and exits alternate in order of time, and none is outside the looks', () => {
  fc.assert(
    fc.property(looks, parameters, (looks, parameters) => {
      const { events } = run(looks, parameters)
      let inside = false
      let last = (looks[0]?.time ?? 0) - 1
      for (const event of events) {
        expect(isEntry(event)).toBe(!inside && event.event_type !== event_type.update)
        expect(event.event_time).toBeGreaterThan(last)
        expect(event.event_time).toBeLessThanOrEqual(event.decided + 2)
        expect(event.confidence).toBeGreaterThanOrEqual(0)
        expect(event.confidence).toBeLessThanOrEqual(1)
        inside = event.event_type !== event_type.exit
        last = event.event_time
      }
      expect(new Set(events.map(({ uuid }) => uuid)).size).toBe(events.length)
    }),
  )
})

test('unknown looks and pictures that cannot be judged cause no event on their own', () => {
  const unknown = looks.map((all) =>
    all.map((look) => ({
      ...look,
      lots: look.lots.map((one): LotLook => ({ ...one, evidence: { kind: 'unknown', why: 'hidden' } })),
    })),
  )
  fc.assert(
    fc.property(unknown, parameters, (looks, parameters) => {
      expect(run(looks, parameters).events).toEqual([])
    }),
  )
  fc.assert(
    fc.property(looks, parameters, (looks, parameters) => {
      const frozen = looks.map((look) => ({ ...look, health: 'frozen' as const }))
      expect(run(frozen, parameters).events).toEqual([])
    }),
  )
})

test('every entry and exit has at least two looks with evidence between its time and its decision', () => {
  fc.assert(
    fc.property(looks, parameters, (looks, parameters) => {
      // A hidden lot is compared with its earlier appearance.
      const seen = looks.filter(({ lots }) =>
        lots.some(({ evidence }) => evidence.kind === 'seen' || evidence.why === 'hidden'),
      )
      for (const { event_type: type, event_time, decided } of run(looks, parameters).events) {
        if (type === event_type.update) continue
        // The entry of a swap is one millisecond after the exit.
        const between = seen.filter(({ time }) => time >= event_time - 2 && time <= decided)
        expect(between.length).toBeGreaterThanOrEqual(2)
      }
    }),
  )
})

test('the same looks give the same events and uuids, even with a restart after any look', () => {
  fc.assert(
    fc.property(looks, parameters, fc.nat(), (looks, parameters, cut) => {
      const whole = run(looks, parameters)
      expect(run(looks, parameters)).toEqual(whole)
      const at = looks.length === 0 ? 0 : cut % looks.length
      const first = run(looks.slice(0, at), parameters)
      const second = run(looks.slice(at), parameters, JSON.parse(JSON.stringify(first.state)))
      expect([...first.events, ...second.events]).toEqual(whole.events)
      expect(JSON.parse(JSON.stringify(second.state))).toEqual(JSON.parse(JSON.stringify(whole.state)))
    }),
  )
})

test('repeated and late looks change nothing', () => {
  fc.assert(
    fc.property(looks, parameters, (looks, parameters) => {
      const twice = looks.flatMap((look, at) => [look, look, ...(at > 0 ? [looks[at - 1]!] : [])])
      expect(run(twice, parameters).events).toEqual(run(looks, parameters).events)
    }),
  )
})

test('a car that is away for less than merge_seconds has one stay', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 2, max: 10 }), (gap, step) => {
      const things: Thing[] = [
        ...Array<Thing>(60).fill('a'),
        ...Array<Thing>(gap).fill('empty'),
        ...Array<Thing>(60).fill('a'),
      ]
      const looks = things.map((one, at) => lookAt(at * step, [lotWith(one, { noise: at })]))
      const { events } = run(looks, by({ merge_seconds: gap * step + 1 }))
      expect(events.map(({ event_type: type }) => type)).toEqual([0])
    }),
  )
})

test('a swap of cars is an exit and an entry, whatever the gap, merge_seconds and cadence are', () => {
  const gap = fc.integer({ min: 0, max: 4 })
  const step = fc.integer({ min: 2, max: 10 })
  const merge = fc.constantFrom(0, 5, 60, 600)
  const pair = fc.constantFrom<[Thing, Thing]>(['a', 'b'], ['b', 'c'], ['c', 'a'])
  fc.assert(
    fc.property(gap, step, merge, pair, (gap, step, merge_seconds, [first, second]) => {
      const things: Thing[] = [
        ...Array<Thing>(60).fill(first),
        ...Array<Thing>(gap).fill('empty'),
        ...Array<Thing>(60).fill(second),
      ]
      const looks = things.map((one, at) => lookAt(at * step, [lotWith(one, { noise: at })]))
      const { events } = run(looks, by({ merge_seconds }))
      expect(events.map(({ event_type: type }) => type)).toEqual([0, 3, 1])
      const [, exit, entry] = events
      expect(exit!.event_time).toBe(lookAt(60 * step, []).time)
      expect(entry!.event_time - exit!.event_time).toBeLessThanOrEqual((gap + 1) * step * 1000)
    }),
  )
})

test('the lot is empty for merge_seconds between an exit and the next entry, unless another car came', () => {
  fc.assert(
    fc.property(looks, parameters, (looks, parameters) => {
      // Without appearance and plates, all cars are the same.
      const bare = looks.map((look) => ({
        ...look,
        lots: look.lots.map(({ appearance: _, vehicle, ...rest }) => ({
          ...rest,
          ...(vehicle && { vehicle: { label: vehicle.label, box: vehicle.box, score: 1, cover: 1 } }),
        })),
      }))
      let exit: number | undefined
      for (const event of run(bare, parameters).events) {
        if (exit !== undefined && isEntry(event))
          expect(event.event_time - exit).toBeGreaterThanOrEqual(parameters.merge_ms)
        exit = event.event_type === event_type.exit ? event.event_time : undefined
      }
    }),
  )
})
