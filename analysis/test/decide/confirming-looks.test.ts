/** Looks that may repeat an earlier picture: they begin nothing, and only end what is clearly shown. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decide, onlyConfirms } from '#src/decide/decide.ts'
import { areVotesFull, castVote, no_votes } from '#src/decide/plate-votes.ts'
import { no_state, wantedPlates } from '#src/decide/state.ts'
import { by, lookAt, lotWith, looksOf, reading, run, type Thing } from './looks.ts'

test('a look confirms what is decided or clearly shown, never what is only suspected', () => {
  const look = (thing: Thing, seconds: number) => lookAt(seconds, [lotWith(thing, { noise: seconds })])
  const confirmsAfter = (plan: Parameters<typeof looksOf>[0], thing: Thing) => {
    const looks = looksOf(plan)
    return onlyConfirms(run(looks).state, look(thing, looks.length * 5), by())
  }
  expect(onlyConfirms(no_state, look('empty', 0), by())).toBe(false)
  expect(confirmsAfter([['empty', 1]], 'empty')).toBe(false)
  expect(confirmsAfter([['empty', 12]], 'empty')).toBe(true)
  expect(confirmsAfter([['empty', 12]], 'a')).toBe(false)
  // An entry that is not reported yet: one look is not enough, two are.
  const arrived = (looks: number) => confirmsAfter([['empty', 12], ['a', looks]], 'a') // prettier-ignore
  expect([arrived(1), arrived(2)]).toEqual([false, true])
  expect(confirmsAfter([['a', 20]], 'a')).toBe(true)
  // An exit that is not decided.
  expect(confirmsAfter([['a', 20], ['empty', 1]], 'empty')).toBe(false) // prettier-ignore
  expect(confirmsAfter([['a', 20]], 'b')).toBe(false)
  // Two looks at another vehicle say nothing about the first one at the empty lot.
  expect(confirmsAfter([['b', 7], ['a', 2], ['empty', 1]], 'empty')).toBe(false) // prettier-ignore
})

test('a plate that is read for the first time is an update, which no repeated look decides', () => {
  const { state } = run(looksOf([['a', 20]]))
  const look = lookAt(100, [lotWith('a', { plate: reading('粤B12345') })])
  expect(decide(state, look, by()).events).toHaveLength(1)
  expect(onlyConfirms(state, look, by())).toBe(false)
})

const thing = fc.constantFrom<Thing>('empty', 'a', 'b')
const plan = fc.array(fc.tuple(thing, fc.integer({ min: 1, max: 14 })), { minLength: 1, maxLength: 6 })

test('property: such a look begins nothing, and is one of at least two before an event', () => {
  fc.assert(
    fc.property(
      plan,
      fc.array(fc.double({ min: 1, max: 4, noNaN: true }), { minLength: 84 }),
      (parts, llrs) => {
        let state = no_state
        /** The last thing that was searched, and its evidence. */
        let [searched, seen] = [undefined as Thing | undefined, 0]
        /** What was searched so far. */
        const all: Thing[] = []
        for (const [at, now] of parts.flatMap(([one, looks]) => Array<Thing>(looks).fill(one)).entries()) {
          const lookWith = (llr: number) =>
            lookAt(at * 2, [lotWith(now, { llr: now === 'empty' ? -llr : llr })])
          const repeated = lookWith(seen)
          const may = now === searched && onlyConfirms(state, repeated, by())
          if (!may) {
            ;[searched, seen] = [now, llrs[at]!]
            all.push(now)
          }
          const step = decide(state, may ? repeated : lookWith(seen), by())
          const [before, after] = [state, step.state].map(({ lots }) => lots['s/A01/0'])
          // One event alone says that a vehicle is there or not, an exit and an entry that it is another one.
          const shows = (one: Thing) =>
            step.events.length > 1 ? one === now : (one === 'empty') === (now === 'empty')
          if (may && step.events.length > 0) expect(all.filter(shows).length).toBeGreaterThanOrEqual(2)
          if (
            may &&
            before?.is === after?.is &&
            !before?.run &&
            !before?.other &&
            before?.stay?.reported !== false
          )
            expect([after?.run, after?.other, after?.stay?.since]).toEqual([
              undefined,
              undefined,
              before?.stay?.since,
            ])
          state = step.state
        }
      },
    ),
    { numRuns: 1000 },
  )
})

test('a clear plate is full after two readings, another one after three of full weight', () => {
  const votesOf = (p: number, looks: number) =>
    Array.from({ length: looks }, () => reading('粤B12345', p)).reduce(
      (votes, one) => castVote(votes, one, 0.7),
      no_votes,
    )
  expect([votesOf(0.999, 1), votesOf(0.999, 2)].map(areVotesFull)).toEqual([false, true])
  expect([votesOf(0.98, 4), votesOf(0.98, 5)].map(areVotesFull)).toEqual([false, true])
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
