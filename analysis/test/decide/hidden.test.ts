/** Occlusion, shade and light: none of these is mistaken for a car that comes, goes or is swapped. */
import { expect, test } from 'vitest'
import { event_type } from '@parking/contract/core/codes.ts'
import type { Appearance, Evidence, Look, LotLook } from '#src/look/look.ts'
import { lookAt, place, run, start } from './looks.ts'

const rows = 16
const all = Array<number>(rows).fill(2 ** 24 - 1)
/** Two columns: enough to be compared, but only a small part of the lot. */
const edge = Array<number>(rows).fill(3)
const none = Array<number>(rows).fill(0)
const shades = { empty: 40, a: 90, b: 150, dark: 20 } as const
type Shown = keyof typeof shades

const appearance = (thing: Shown, shown: readonly number[], plus = 0): Appearance => ({
  luma: Array.from({ length: 24 * rows }, (_, at) => shades[thing] + plus + (at % 5)),
  colours: [],
  shown,
})
const hidden = (llr: number): Evidence => ({ kind: 'unknown', why: 'hidden', llr })
const seen = (llr: number): Evidence => ({ kind: 'seen', llr })

function lot(evidence: Evidence, look: Appearance, lot_no = 'A01'): LotLook {
  const vehicle = { label: 'car', box: place, score: 0.8, cover: 0.9 } as const
  const is_car = evidence.kind === 'seen' && evidence.llr > 0
  return { scene_id: 's', lot_no, cell: 0, evidence, appearance: look, ...(is_car && { vehicle }) }
}
type Part = readonly [looks: number, ...lots: LotLook[]]
const looksOf = (parts: readonly Part[]): Look[] => {
  let at = 0
  return parts.flatMap(([count, ...lots]) => Array.from({ length: count }, () => lookAt(5 * at++, lots)))
}
const types = (looks: readonly Look[]) => run(looks).events.map((event) => event.event_type)
const car = lot(seen(8), appearance('a', all))
const empty = lot(seen(-8), appearance('empty', all))

test('a car behind another stays while its visible part looks the same, whatever the detector finds', () => {
  const covered = lot(hidden(-6), appearance('a', edge))
  expect(
    types(
      looksOf([
        [20, car],
        [200, covered],
        [20, car],
      ]),
    ),
  ).toEqual([event_type.initial_entry])
})

test('a lot that is completely hidden is neither empty nor occupied', () => {
  for (const llr of [-9, 1])
    expect(
      types(
        looksOf([
          [20, car],
          [200, lot(hidden(llr), appearance('empty', none))],
        ]),
      ),
    ).toEqual([0])
})

test('the exit of a hidden car is between its last look and the first look at the empty lot', () => {
  const covered = lot(hidden(-1), appearance('empty', none))
  const [, exit] = run(
    looksOf([
      [20, car],
      [100, covered],
      [20, empty],
    ]),
  ).events
  expect(exit).toMatchObject({
    event_type: event_type.exit,
    not_before: start + 19 * 5000,
    event_time: start + 120 * 5000,
  })
})

test('if some ground is in sight, an exit is detected while the lot is still partly hidden', () => {
  const gone = lot(hidden(-4), appearance('empty', edge))
  const { events } = run(
    looksOf([
      [20, empty],
      [20, car],
      [20, gone],
    ]),
  )
  expect(events.map((event) => event.event_type)).toEqual([event_type.entry, event_type.exit])
  expect(events[1]).toMatchObject({ event_time: start + 40 * 5000, not_before: start + 39 * 5000 })
})

test('a car that enters a hidden lot is detected by its visible part', () => {
  const come = lot(hidden(-1), appearance('a', edge))
  expect(
    types(
      looksOf([
        [20, empty],
        [20, come],
      ]),
    ),
  ).toEqual([event_type.entry])
})

test('a changed appearance while a neighbour comes or goes is not another car', () => {
  const neighbour = (thing: Shown) => lot(seen(thing === 'empty' ? -8 : 8), appearance(thing, all), 'A02')
  // A third of the far lot is shaded; all of the near lot has changed.
  const shaded = appearance('a', all)
  const shadow = { ...shaded, luma: shaded.luma.map((value, at) => (at < 128 ? value - 40 : value)) }
  const events = looksOf([
    [20, car, neighbour('empty')],
    [20, lot(seen(8), shadow), neighbour('b')],
  ])
  expect(run(events).events.map((event) => [event.lot_no, event.event_type])).toEqual([
    ['A01', event_type.initial_entry],
    ['A02', event_type.entry],
  ])
})

test('if the static background has changed as well, the light has changed, not the car', () => {
  const around = (value: number) => Array<number>(100).fill(value)
  const looks = looksOf([
    [20, car],
    [20, lot(seen(8), appearance('a', all, 60))],
  ])
  const lit = looks.map((look, at) => ({ ...look, around: around(at < 20 ? 90 : 150) }))
  const unlit = looks.map((look) => ({ ...look, around: around(90) }))
  expect(types(lit)).toEqual([0])
  expect(types(unlit)).toEqual([0, event_type.exit, event_type.entry])
})

test('partly hidden cars do not turn the next swap into a change of light', () => {
  const around = Array<number>(100).fill(90)
  // Half hidden, and a fifth of the visible part has changed: neither the same car nor another one.
  const luma = car.appearance!.luma.map((value, at) => (at % 5 === 0 ? value + 60 : value))
  const odd = lot(hidden(1), { ...car.appearance!, luma }, 'A02')
  const three = (first: LotLook, second: LotLook) => [
    first,
    second,
    lot(seen(8), appearance('a', all), 'A03'),
  ]
  const looks = looksOf([
    [20, ...three(car, lot(seen(8), appearance('a', all), 'A02'))],
    [20, ...three(car, odd)],
    [20, ...three(lot(seen(8), appearance('b', all)), odd)],
  ])
  const seenIn = (of: readonly Look[]) => run(of).events.map((event) => `${event.lot_no} ${event.event_type}`)
  const there = ['A01 0', 'A02 0', 'A03 0']
  expect(seenIn(looks.map((look) => ({ ...look, around })))).toEqual([...there, 'A01 3', 'A01 1'])
  // Without a static background to compare, it may be the light.
  expect(seenIn(looks)).toEqual(there)
})

test('a slow change of light is recognised by comparing the static background over two minutes', () => {
  // Ten small changes; the cars look different long before their appearance is stored again.
  const looks = Array.from({ length: 60 }, (_, at) => {
    const plus = 6 * Math.min(10, Math.max(0, at - 20))
    const cars = [1, 2, 3].map((no) => lot(seen(8), appearance('a', all, plus), `A0${no}`))
    return lookAt(2 * at, cars, { around: Array<number>(100).fill(90 + plus) })
  })
  expect(types(looks)).toEqual([0, 0, 0])
})

test('a phantom in an empty lot that looks unchanged causes no event', () => {
  const phantom = lot(seen(2), appearance('empty', all))
  expect(
    types(
      looksOf([
        [20, empty],
        [100, phantom],
        [20, empty],
      ]),
    ),
  ).toEqual([])
})

test('evidence near zero causes no event', () => {
  expect(types(looksOf([[200, lot(seen(0.9), appearance('dark', all))]]))).toEqual([])
})

test('a car that an arriving neighbour hides or shades is not reported as swapped', () => {
  const near_empty = lot(seen(-8), appearance('empty', all), 'A02')
  const near_car = lot(seen(8), appearance('b', all), 'A02')
  // A third of the visible part of the far car changes when the near car arrives, and stays changed.
  const luma = car.appearance!.luma.map((value, at) => (at % 3 === 0 ? value + 60 : value))
  const shaded: LotLook = { ...car, evidence: seen(1.5), appearance: { ...car.appearance!, luma } }
  expect(
    run(
      looksOf([
        [20, car, near_empty],
        [60, shaded, near_car],
      ]),
    ).events.map(({ lot_no, event_type: type }) => `${lot_no} ${type}`),
  ).toEqual(['A01 0', 'A02 1'])
})
