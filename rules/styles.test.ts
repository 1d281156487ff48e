/** What two style sheets share is a primitive (console/src/ui/primitives.css); no class is unused. */
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles, textOf } from '../scripts/lib/sources.ts'

const primitives = ['console/src/ui/primitives.css', 'console/src/ui/shapes.css']
const files = projectFiles().filter((path) => path.startsWith('console/src/'))
const modules = files.filter((path) => path.endsWith('.module.css'))
const components = new Map(
  files.filter((path) => /\.tsx?$/.test(path)).map((path) => [path, textOf(path)] as const),
)

type Rule = { media: string; selector: string; declarations: string[] }

/** The rules of a style sheet with the media query around each; keyframes are none. */
function rulesOf(path: string): Rule[] {
  const text = textOf(path).replaceAll(/\/\*[^]*?\*\//g, '')
  const rules: Rule[] = []
  let media = ''
  for (const [, query, selector, body = ''] of text.matchAll(
    /@(?:media|container|supports)([^{]+)\{|([^{};]+)\{([^{}]*)\}|\}/g,
  )) {
    if (selector === undefined) media = query?.trim() ?? ''
    else if (!/^\s*(from|to|[\d.]+%)/.test(selector))
      rules.push({
        media,
        selector: selector.trim().replaceAll(/\s+/g, ' '),
        declarations: body.split(';').flatMap((one) => one.trim().replaceAll(/\s+/g, ' ') || []),
      })
  }
  return rules
}

const classesIn = (selector: string) =>
  [...selector.replaceAll(/:global\([^)]*\)/g, '').matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(
    ([, name = '']) => name,
  )

test('no rule of three declarations or more is in two style sheets', () => {
  const places = new Map<string, string[]>()
  for (const path of files.filter((file) => file.endsWith('.css')))
    for (const { media, selector, declarations } of rulesOf(path)) {
      if (declarations.length < 3) continue
      const body = [media, ...declarations.toSorted()].join('; ')
      places.set(body, [...(places.get(body) ?? []), `${path} ${selector}`])
    }
  expect(places.size).toBeGreaterThan(500)
  const repeated = [...places].filter(([, all]) => new Set(all.map((one) => one.split(' ')[0])).size > 1)
  expect(repeated).toEqual([])
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
    const has = new Set(rulesOf(path).flatMap(({ selector }) => classesIn(selector)))
    const wants = named.get(path) ?? new Set()
    return [
      ...[...has].filter((name) => !wants.has(name)).map((name) => `${path}: .${name} is not used`),
      ...[...wants].filter((name) => !has.has(name)).map((name) => `${path}: .${name} has no rule`),
    ]
  })
  expect(wrong).toEqual([])
})

test('every primitive is used', () => {
  const text = [...components.values()].join('\n')
  const words = new Set(
    [...text.matchAll(/["'`][^"'`\n]*["'`]/g)].flatMap(([quoted]) => quoted.split(/["'`\s]/)),
  )
  const unused = primitives
    .flatMap(rulesOf)
    .flatMap(({ selector }) => classesIn(selector))
    .filter((name) => !words.has(name))
  expect(unused).toEqual([])
})
