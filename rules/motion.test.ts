/**
 * A reader who asks for less motion gets none. `*` in the theme does not match pseudo-elements, and a rule
 * for all of them would make three styles of each element, so each that moves has a rule of its own.
 */
import { expect, test } from 'vitest'
import { projectFiles, textOf } from '../scripts/lib/sources.ts'

const styles = projectFiles().filter((path) => path.startsWith('console/src/') && path.endsWith('.css'))
const reduced = /@media \(prefers-reduced-motion: reduce\) \{\n(?:(?:  .*|)\n)*?\}/g
const moving = /([^{}]*::[a-z-]+[^{}]*)\{[^}]*\b(?:transition|animation):(?! none)[^}]*\}/g

/** The selectors of a rule, without comments and white space. */
const selectorsOf = (text: string) =>
  text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one.includes('::'))

test('every pseudo-element that moves stays still with reduced motion', () => {
  const seen: string[] = []
  const wrong: string[] = []
  for (const path of styles) {
    const text = textOf(path)
    const still = [...text.matchAll(reduced)].map(([block]) => block).join('\n')
    for (const [, selectors = ''] of text.replaceAll(reduced, '').matchAll(moving))
      for (const selector of selectorsOf(selectors)) {
        seen.push(selector)
        if (!still.includes(selector)) wrong.push(`${path}: ${selector}`)
      }
  }
  expect(seen).toContain('.switch::after')
  expect(wrong).toEqual([])
})
