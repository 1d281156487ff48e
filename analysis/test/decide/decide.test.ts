/** Entries, exits and swaps as a user would describe them. Long because each rule has its own scenario. */
import { expect, test } from 'vitest'
import { decide } from '#src/decide/decide.ts'
import { no_state, wantedPlates, wantedTimes } from '#src/decide/state.ts'
import { keyOf } from '#src/look/look.ts'
import { by, lookAt, looksOf, lotWith, reading, run, start, words } from './looks.ts'

test('a car comes, stays and leaves: event times are those of the first look that shows the change', () => {
  const { events, state } = run(
    looksOf([
      ['empty', 12],
      ['a', 60],
      ['empty', 12],
    ]),
  )
  expect(words(events)).toEqual(['1 at 60', '3 at 360'])
  expect(state.lots['s/A01/0']).toMatchObject({ is: 'empty' })
  for (const { decided, event_time, confidence, belief } of events) {
    expect(decided - event_time).toBeLessThanOrEqual(35_000)
    expect(confidence).toBeGreaterThan(0.9)
    expect(belief).toBeGreaterThanOrEqual(0.995)
  }
})

test('a car that is there at the start is an initial entry', () => {
  expect(words(run(looksOf([['a', 12]])).events)).toEqual(['0 at 0'])
})

test('a car after a long time without pictures is an initial entry', () => {
  const before = looksOf([['empty', 12]])
  const after = looksOf([['a', 12]]).map((look) => ({ ...look, time: look.time + 3_600_000 }))
  expect(words(run([...before, ...after]).events)).toEqual(['0 at 3600'])
})

test.each([
  [60, ['1 at 720', '3 at 1920']],
  // A longer gap hides when a car came, so that its entry is an initial one.
  [200, ['0 at 2400', '3 at 6400']],
  [900, ['0 at 10800', '3 at 28800']],
])('an overloaded box that looks every %d s still reports each stay', (seconds, reported) => {
  const looks = looksOf([
    ['empty', 12],
    ['a', 20],
    ['empty', 20],
  ]).map((look, at) => ({ ...look, time: start + at * seconds * 1000 }))
  expect(words(run(looks).events)).toEqual(reported)
})

test('a car that drives past is no entry, because its box moves', () => {
  const boxes = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map((x) => [x, 0.4, x + 0.12, 0.6] as const)
  const passing = boxes.map((box, at) => lookAt(60 + at * 5, [lotWith('a', { box, noise: at })]))
  const after = looksOf([['empty', 30]]).map((look) => ({ ...look, time: look.time + 100_000 }))
  expect(run([...looksOf([['empty', 12]]), ...passing, ...after]).events).toEqual([])
})

test('one wrong look changes nothing, and does not become the time of an exit', () => {
  const { events } = run(
    looksOf([
      ['empty', 20],
      ['a', 1],
      ['empty', 20],
      ['a', 40],
      ['empty', 1],
      ['a', 20],
      ['empty', 20],
    ]),
  )
  expect(words(events)).toEqual(['1 at 205', '3 at 510'])
})

test('a gap shorter than merge_seconds does not split a stay, but a longer one does', () => {
  const looks = looksOf([
    ['a', 20],
    ['empty', 12],
    ['a', 20],
  ])
  expect(words(run(looks, by({ merge_seconds: 90 })).events)).toEqual(['0 at 0'])
  expect(words(run(looks, by({ merge_seconds: 30 })).events)).toEqual(['0 at 0', '3 at 100', '1 at 160'])
})

test('a swap of cars without an empty look is an exit and an entry, but doubtful by appearance alone', () => {
  const { events } = run(
    looksOf([
      ['a', 20],
      ['b', 20],
    ]),
  )
  expect(words(events)).toEqual(['0 at 0', '3 at 100', '1 at 100.001'])
  expect(events[1]!.confidence).toBeLessThan(0.6)
})

test('a swap with different plates is certain, and each event has its own plate', () => {
  const [one, other] = [reading('粤B12345'), reading('粤B99871')]
  const { events } = run(
    looksOf([
      ['a', 20, { plate: one }],
      ['b', 20, { plate: other }],
    ]),
  )
  expect(words(events)).toEqual(['0 at 0 粤B12345', '3 at 100 粤B12345', '1 at 100.001 粤B99871'])
  expect(events[1]!.confidence).toBeGreaterThan(0.6)
})

test('a swap in a gap shorter than merge_seconds is two events, with the exit when the lot was empty', () => {
  const looks = looksOf([
    ['a', 20],
    ['empty', 6],
    ['b', 20],
  ])
  expect(words(run(looks, by({ merge_seconds: 300 })).events)).toEqual(['0 at 0', '3 at 100', '1 at 130'])
})

test('a car that looks different because the light changes is the same car', () => {
  const three = (thing: 'a' | 'b', from: number, grey = false) =>
    Array.from({ length: 20 }, (_, at) =>
      lookAt(
        from + at * 5,
        ['A01', 'A02', 'A03'].map((lot_no) => lotWith(thing, { lot_no, noise: at })),
        { grey },
      ),
    )
  expect(run([...three('a', 0), ...three('b', 100)]).events).toHaveLength(3)
  const alone = [
    ...looksOf([['a', 20]]),
    ...looksOf([['b', 20]]).map((look) => ({ ...look, grey: true, time: look.time + 100_000 })),
  ]
  expect(run(alone).events).toHaveLength(1)
})

test('a higher sim_th finds more swaps', () => {
  const changed = looksOf([
    ['a', 20],
    ['a', 20],
  ]).map((look, at) =>
    at < 20
      ? look
      : {
          ...look,
          lots: look.lots.map((lot) => ({
            ...lot,
            appearance: { luma: [10, 90, 10, 90, 10, 90, 90, 90], colours: [] },
          })),
        },
  )
  expect(run(changed, by({ sim_th: 0.4 })).events).toHaveLength(1)
  expect(run(changed, by({ sim_th: 0.95 })).events).toHaveLength(3)
})

test('an uncertain entry below event_th is not reported, and neither is its exit', () => {
  const weak = looksOf([
    ['empty', 12],
    ['a', 60, { llr: 1.3 }],
    ['empty', 12],
  ])
  expect(run(weak, by({ event_th: 0.9, auto_event_th: 0.9 })).events).toEqual([])
  expect(words(run(weak, by({ event_th: 0.5 })).events)).toEqual(['1 at 60', '3 at 360'])
})

test('a plate is accepted if the text and each sign are certain enough; else the event has none', () => {
  const looks = looksOf([['a', 20, { plate: reading('粤B12345', 0.96, 90) }]])
  expect(run(looks.slice(0, 9), by({ auto_plate_ch_th: 1 })).events[0]).toMatchObject({
    plate_number: '',
    plate_color: 'unknown',
  })
  expect(run(looks, by()).events[0]).toMatchObject({ plate_number: '粤B12345', plate_color: 'blue' })
})

test('a plate that is read later causes an update', () => {
  const { events } = run(
    looksOf([
      ['empty', 12],
      ['a', 20],
      ['a', 6, { plate: reading('苏ED51712') }],
    ]),
  )
  expect(words(events)).toEqual(['1 at 60', '2 at 160 苏ED51712'])
})

test('a car that leaves before its plate was read is reported with entry and exit', () => {
  const doubtful = reading('粤B12345', 0.5, 30)
  const { events } = run(
    looksOf([
      ['empty', 12],
      ['a', 6, { plate: doubtful }],
      ['empty', 20],
    ]),
    by({ auto_plate_th: 0.99 }),
  )
  expect(words(events)).toEqual(['1 at 60', '3 at 90'])
})

test('a motorcycle counts after motor_min_seconds, and in motor_mode 1 only with a plate', () => {
  const ridden = (plate?: ReturnType<typeof reading>) =>
    looksOf([
      ['empty', 12],
      ['a', 12, { ...(plate && { plate }) }],
      ['empty', 12],
    ]).map((look) => ({
      ...look,
      lots: look.lots.map((lot) =>
        lot.vehicle ? { ...lot, vehicle: { ...lot.vehicle, label: 'motorcycle' as const } } : lot,
      ),
    }))
  expect(run(ridden(), by({ motor_det: true, motor_min_seconds: 40 })).events).toHaveLength(2)
  expect(run(ridden(), by({ motor_det: true, motor_min_seconds: 120 })).events).toEqual([])
  expect(run(ridden(), by({ motor_det: true, motor_mode: 1 })).events).toEqual([])
  expect(run(ridden(reading('粤B12345')), by({ motor_det: true, motor_mode: 1 })).events).toHaveLength(2)
})

test('a difficult lot needs more looks', () => {
  const looks = looksOf([
    ['empty', 12],
    ['a', 20, { llr: 1.5 }],
  ])
  const key = keyOf({ scene_id: 's', lot_no: 'A01', cell: 0 })
  const [easy, hard] = [by(), { ...by(), difficult: { [key]: 2 } }]
  const decidedAt = (parameters: typeof easy) => run(looks, parameters).events[0]!.decided
  expect(decidedAt(hard)).toBeGreaterThan(decidedAt(easy))
})

test('the state names the pictures that events may need and the plates to read', () => {
  const { state } = run(
    looksOf([
      ['empty', 12],
      ['a', 20, { plate: reading('粤B12345') }],
      ['empty', 1],
    ]),
  )
  expect([...wantedTimes(state)].map((time) => (time - start) / 1000).sort((a, b) => a - b)).toEqual([
    60, 155, 160,
  ])
  expect([...wantedPlates(state, state.time + 1000)]).toEqual([])
  expect([...wantedPlates(state, state.time + 200_000)]).toEqual(['s/A01/0'])
  expect([
    ...wantedPlates(
      run(
        looksOf([
          ['empty', 12],
          ['a', 1],
        ]),
      ).state,
      0,
    ),
  ]).toEqual(['s/A01/0'])
})

test('a late look or one that cannot be judged changes nothing', () => {
  const { state } = run(looksOf([['a', 20]]))
  const dark = lookAt(200, [], { health: 'dark', why: 'covered' })
  expect(decide(state, dark, by())).toEqual({ state, events: [] })
  expect(decide(state, lookAt(20, [lotWith('empty')]), by())).toEqual({ state, events: [] })
  expect(decide(no_state, dark, by()).state).toBe(no_state)
})

test('a plate is read until its votes are full, less often if it cannot be read, and later rarely', () => {
  const wantedOf = (readable: boolean) => {
    let state = no_state
    return looksOf([
      ['empty', 12],
      ['a', 360],
    ]).map((look) => {
      const wanted = wantedPlates(state, look.time).size > 0
      const lots = look.lots.map((lot) =>
        lot.vehicle && wanted && readable
          ? { ...lot, vehicle: { ...lot.vehicle, plate: reading('粤B12345') } }
          : lot,
      )
      state = decide(state, { ...look, lots }, by()).state
      return wanted
    })
  }
  const known = wantedOf(true)
  const unreadable = wantedOf(false)
  for (const wanted of [known, unreadable]) {
    expect(wanted.slice(0, 13)).toEqual(Array(13).fill(false))
    expect(wanted.slice(13, 18)).toEqual(Array(5).fill(true))
    // A look every 5 s: the fourth to ninth minute of the stay, and 15 minutes of the rest.
    expect(wanted.slice(13 + 48, 13 + 108).filter(Boolean)).toHaveLength(5)
    expect(wanted.slice(-180).filter(Boolean)).toHaveLength(3)
  }
  expect(known.slice(18, 24)).toEqual(Array(6).fill(false))
  expect(unreadable.slice(19, 13 + 36).filter(Boolean).length).toBeLessThanOrEqual(9)
})
