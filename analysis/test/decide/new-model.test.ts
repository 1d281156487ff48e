/** A change of model: the state of the lots survives it, and what the new model contradicts is no event. */
import { describe, expect, test } from 'vitest'
import { forNewModel } from '#src/decide/decide.ts'
import type { Look } from '#src/look/look.ts'
import { appearanceOf, by, lookAt, lotWith, run, words, type Thing } from './looks.ts'

/** Looks of a model each 5 seconds: what is in the lot, and what the model says of it. */
const looks = (from: number, count: number, thing: Thing, llr: number): Look[] =>
  Array.from({ length: count }, (_, at) => lookAt(from + at * 5, [lotWith(thing, { llr, noise: from + at })]))
const parked = run([...looks(0, 8, 'empty', -3), ...looks(40, 20, 'a', 3)])
const empty = run(looks(0, 28, 'empty', -3))

test('the street before: one entry, and none', () => {
  expect(words(parked.events)).toEqual(['1 at 40'])
  expect(empty.events).toEqual([])
})

describe('the first looks of a new model', () => {
  test('that see no car are compared with a parked one: no exit, and no entry later', () => {
    const blind = run(looks(140, 200, 'a', -8), by(), forNewModel(parked.state))
    expect(blind.events).toEqual([])
    const back = run(looks(1140, 40, 'a', 3), by(), forNewModel(blind.state))
    expect(words(back.events)).toEqual([])
    const left = run(looks(1340, 20, 'empty', -3), by(), back.state)
    expect(words(left.events)).toEqual(['3 at 1340'])
  })

  test('that sees a car everywhere make no entry into an empty lot', () => {
    const everywhere = run(looks(140, 200, 'empty', 8), by(), forNewModel(empty.state))
    expect(everywhere.events).toEqual([])
    expect(run(looks(1140, 40, 'empty', -3), by(), forNewModel(everywhere.state)).events).toEqual([])
  })

  test('show a car that comes or goes at once, whether or not the model has agreed before', () => {
    const left = run(looks(140, 20, 'empty', -3), by(), forNewModel(parked.state))
    expect(words(left.events)).toEqual(['3 at 140'])
    const came = run(looks(140, 20, 'b', 3), by(), forNewModel(empty.state))
    expect(words(came.events)).toEqual(['1 at 140'])
  })

  test('that only contradict while a truck passes are not added up to an exit', () => {
    let state = forNewModel(parked.state)
    const events = []
    for (let at = 0; at < 10; at++) {
      const from = 140 + at * 100
      const step = run([...looks(from, 1, 'b', -8), ...looks(from + 5, 19, 'a', -8)], by(), state)
      state = step.state
      events.push(...step.events)
    }
    expect(events).toEqual([])
  })

  test('end with the first one that agrees: then the model is believed again', () => {
    const agreed = run(looks(140, 4, 'a', 3), by(), forNewModel(parked.state))
    const dark = looks(160, 20, 'a', -8).map((look) => ({
      ...look,
      lots: look.lots.map((lot) => ({ ...lot, appearance: appearanceOf('c') })),
    }))
    expect(words(run(dark, by(), agreed.state).events)).toEqual(['3 at 160'])
  })
})
