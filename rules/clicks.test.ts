/** Every workflow of e2e/measures/clicks.ts is counted by the browser test that it names. */
import { expect, test } from 'vitest'
import { workflows } from '../e2e/measures/clicks.ts'
import { textOf } from '../scripts/lib/sources.ts'

test('the browser test named for each workflow counts it', () => {
  const uncounted = Object.entries(workflows).filter(([name, { spec }]) => {
    const text = textOf(`e2e/${spec}.spec.ts`)
    return !text.includes(`counting('${name}')`) && !text.includes(`workflows.${name}`)
  })
  expect(uncounted.map(([name]) => name)).toEqual([])
})
