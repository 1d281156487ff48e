/** A look at a car that is still moving fixes nothing: the standing car is the same one. */
import { describe, expect, test } from 'vitest'
import { looksOf, run, words } from './looks.ts'

describe('an arrival', () => {
  test.each([1, 2])('of which %d looks show the car driving in is one entry', (moving) => {
    const driving = (['b', 'c'] as const).slice(0, moving).map((thing) => [thing, 1] as const)
    expect(words(run(looksOf([['empty', 12], ...driving, ['a', 60]])).events)).toEqual(['1 at 60'])
  })

  test('that is followed by another car is an entry, an exit and an entry', () => {
    const { events } = run(
      looksOf([
        ['empty', 12],
        ['b', 1],
        ['a', 30],
        ['c', 30],
      ]),
    )
    expect(words(events)).toEqual(['1 at 60', '3 at 215', '1 at 215.001'])
  })

  test('after a swap is one entry too, whatever the first look at the new car shows', () => {
    const { events } = run(
      looksOf([
        ['a', 30],
        ['b', 1],
        ['c', 60],
      ]),
    )
    expect(events.map(({ event_type }) => event_type)).toEqual([0, 3, 1])
  })
})
