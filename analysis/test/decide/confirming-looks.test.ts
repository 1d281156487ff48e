/** Looks that may repeat what an earlier picture showed: they begin and end nothing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decide, onlyConfirms } from '#src/decide/decide.ts'
import { no_state, wantedPlates } from '#src/decide/state.ts'
import { by, lookAt, lotWith, looksOf, reading, run, type Thing } from './looks.ts'

test('a look confirms what is decided, and never what is only suspected', () => {
  const look = (thing: Thing, seconds: number) => lookAt(seconds, [lotWith(thing, { noise: seconds })])
  const confirmsAfter = (plan: Parameters<typeof looksOf>[0], thing: Thing) => {
    const looks = looksOf(plan)
    return onlyConfirms(run(looks).state, look(thing, looks.length * 5), by())
  }
  expect(onlyConfirms(no_state, look('empty', 0), by())).toBe(false)
  expect(confirmsAfter([['empty', 1]], 'empty')).toBe(false)
  expect(confirmsAfter([['empty', 12]], 'empty')).toBe(true)
  expect(confirmsAfter([['empty', 12]], 'a')).toBe(false)
  // An entry that is not reported yet, and an exit that is not decided.
  expect(
    confirmsAfter(
      [
        ['empty', 12],
        ['a', 1],
      ],
      'a',
    ),
  ).toBe(false)
  expect(confirmsAfter([['a', 20]], 'a')).toBe(true)
  expect(
    confirmsAfter(
      [
        ['a', 20],
        ['empty', 1],
      ],
      'empty',
    ),
  ).toBe(false)
  expect(confirmsAfter([['a', 20]], 'b')).toBe(false)
})

test('a plate that is read for the first time is an update, which no repeated look decides', () => {
  const { state } = run(looksOf([['a', 20]]))
  const look = lookAt(100, [lotWith('a', { plate: reading('粤B12345') })])
  expect(decide(state, look, by()).events).toHaveLength(1)
  expect(onlyConfirms(state, look, by())).toBe(false)
})

test('property: such a look has no event, and leaves what is decided and what is suspected', () => {
  const thing = fc.constantFrom<Thing>('empty', 'a', 'b')
  const plan = fc.array(fc.tuple(thing, fc.integer({ min: 1, max: 14 })), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(plan, (parts) => {
      let state = no_state
      for (const look of looksOf(parts)) {
        const step = decide(state, look, by())
        const [before, after] = [state, step.state].map(({ lots }) => lots['s/A01/0'])
        if (onlyConfirms(state, look, by())) {
          expect([step.events, after?.is, after?.event]).toEqual([[], before?.is, before?.event])
          expect([after?.run, after?.other, after?.stay?.since]).toEqual([
            undefined,
            undefined,
            before?.stay?.since,
          ])
        }
        state = step.state
      }
    }),
    { numRuns: 100 },
  )
})

test('a plate whose votes are full is not read again while its entry waits', () => {
  const plate = reading('粤B12345', 0.8)
  const { state } = run(
    looksOf(
      [
        ['empty', 12],
        ['a', 6, { plate }],
      ],
      2,
    ),
  )
  expect(state.lots['s/A01/0']?.stay).toMatchObject({ reported: false })
  expect([...wantedPlates(state, state.time + 2000)]).toEqual([])
})
