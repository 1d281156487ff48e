/** What two style sheets share is a primitive (console/src/ui/primitives.css); no class is unused. */
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { repeatedRules, rulesOf } from '../scripts/lib/house/style-rules.ts'
import { projectFiles, textOf } from '../scripts/lib/sources.ts'

const primitives = ['console/src/ui/primitives.css', 'console/src/ui/shapes.css']
const files = projectFiles().filter((path) => path.startsWith('console/src/'))
const sheetAt = (path: string) => ({ path, text: textOf(path) })
const modules = files.filter((path) => path.endsWith('.module.css'))
const components = new Map(
  files.filter((path) => /\.tsx?$/.test(path)).map((path) => [path, textOf(path)] as const),
)

const classesIn = (selector: string) =>
  [...selector.replaceAll(/:global\([^)]*\)/g, '').matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(
    ([, name = '']) => name,
  )

test('no rule of three declarations or more is in two style sheets', () => {
  const sheets = files.filter((path) => path.endsWith('.css')).map(sheetAt)
  expect(sheets.flatMap(rulesOf).length).toBeGreaterThan(500)
  expect(repeatedRules(sheets)).toEqual([])
})

test('the classes of a module are those that components name', () => {
  const named = new Map<string, Set<string>>(modules.map((path) => [path, new Set()]))
  for (const [path, text] of components)
    for (const [, name = '', from = ''] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)) {
      const sheet = from.startsWith('#src/')
        ? from.replace('#src/', 'console/src/')
        : posix.join(posix.dirname(path), from)
      for (const [, dotted, quoted] of text
        .replaceAll(/^import .*/gm, '')
        .matchAll(new RegExp(`(?<![\\w.])${name}(?:\\.(\\w+)|\\['([^']+)'\\])`, 'g')))
        named.get(sheet)?.add(dotted ?? quoted ?? '')
    }
  const wrong = modules.flatMap((path) => {
    const has = new Set(rulesOf(sheetAt(path)).flatMap(({ selector }) => classesIn(selector)))
    const wants = named.get(path) ?? new Set()
    return [
      ...[...has].filter((name) => !wants.has(name)).map((name) => `${path}: .${name} is not used`),
      ...[...wants].filter((name) => !has.has(name)).map((name) => `${path}: .${name} has no rule`),
    ]
  })
  expect(wrong).toEqual([])
})

test('a control without the look of the browser is `.plain`', () => {
  const own = files.filter((path) => path.endsWith('.css') && path !== 'console/src/theme/base.css')
  expect(own.filter((path) => /\ball:\s*(unset|revert|initial)/.test(textOf(path)))).toEqual([])
})

test('every primitive is used', () => {
  const text = [...components.values()].join('\n')
  const words = new Set(
    [...text.matchAll(/["'`][^"'`\n]*["'`]/g)].flatMap(([quoted]) => quoted.split(/["'`\s]/)),
  )
  const unused = primitives
    .flatMap((path) => rulesOf(sheetAt(path)))
    .flatMap(({ selector }) => classesIn(selector))
    .filter((name) => !words.has(name))
  expect(unused).toEqual([])
})
