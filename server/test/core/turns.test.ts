import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { turns } from '#src/core/flow/turns.ts'

test('who comes is let in by weight, in order, and makes room once', async () => {
  const ask = turns(10)
  const inside: string[] = []
  const come = async (name: string, weight: number) => {
    const leave = await ask(weight)
    inside.push(name)
    return leave
  }
  const [a, b] = await Promise.all([come('a', 6), come('b', 4)])
  const large = come('large', 9)
  const light = come('light', 1) // there would be room for it before the large one: it would overtake
  await turn()
  expect(inside).toEqual(['a', 'b'])
  b()
  b()
  b()
  await turn()
  expect(inside).toEqual(['a', 'b'])
  a()
  await Promise.all([large, light])
  expect(inside).toEqual(['a', 'b', 'large', 'light'])
  const last = come('last', 1)
  await turn()
  expect(inside).not.toContain('last')
  ;(await light)()
  await last
})
