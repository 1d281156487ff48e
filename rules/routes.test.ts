/** Every route has a browser test and loads the texts of what it shows; the table has all of spec §2. */
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { label_areas } from '@parking/console/core/field-label.ts'
import { flatRows, shell_areas } from '@parking/console/routes.tsx'
import { importsOf, projectFiles, textOf } from '../scripts/lib/sources.ts'

const rows = flatRows()
const files = new Set(projectFiles())

/** The routes of spec §2 and the pages that the product adds. */
const spec_routes = [
  '/',
  '/dashboard',
  '/baseTemplate',
  '/index',
  '/device',
  '/device/base',
  '/device/netwrok',
  '/device/network',
  '/device/time',
  '/device/storage',
  '/system',
  '/system/log',
  '/system/application',
  '/system/whitelist',
  '/system/operation',
  '/business',
  '/business/sceneConfig',
  '/business/sceneList',
  '/business/params',
  '/business/data',
  '/business/data/parking',
  '/business/data/manual',
  '/404',
  '/401',
  '/redirect/*',
]

test('the table has every route of spec §2', () => {
  expect(rows.map((row) => row.path)).toEqual(expect.arrayContaining(spec_routes))
})

test('every page has a test at its own path, or is a target of the guard', () => {
  const guard = textOf('e2e/guard.spec.ts')
  const uncovered = rows.filter(
    (row) =>
      row.page &&
      !row.path.includes('*') &&
      !files.has(`e2e${row.path}.spec.ts`) &&
      !guard.includes(`'${row.path}'`),
  )
  expect(uncovered.map((row) => row.path)).toEqual([])
})

test('every page folder has a test of its own', () => {
  const pages = [...files]
    .filter((path) => /^console\/src\/pages\/.*\/page\.tsx$/.test(path))
    .map((path) => path.slice('console/src/pages/'.length, -'/page.tsx'.length))
  // layout.spec.ts and guard.spec.ts test these.
  const shared = ['later', 'redirect', 'auth-redirect', '404', '401']
  expect(pages.filter((page) => !shared.includes(page) && !files.has(`e2e/${page}.spec.ts`))).toEqual([])
})

test('every browser test belongs to a route or to the whole product', () => {
  const whole = [
    'login',
    'layout',
    'tabs',
    'palette',
    'guard',
    'errors',
    'https',
    'bad-link',
    'lost-answers',
    'a11y',
    'addresses',
    'fits',
    'long-names',
    'elements',
    'story',
    'newcomer',
    'start',
    'help',
    'proxied',
    'signed-out',
    'system/diagnose',
    'system/second-factor',
  ]
  const specs = [...files]
    .filter((path) => path.startsWith('e2e/') && path.endsWith('.spec.ts'))
    .map((path) => path.slice('e2e/'.length, -'.spec.ts'.length))
  expect(
    specs.filter(
      (spec) =>
        !whole.includes(spec) &&
        !rows.some(
          (row) =>
            row.path === `/${spec}` ||
            (row.page && [`${row.path}/`, `${row.path}-`].some((start) => `/${spec}`.startsWith(start))),
        ),
    ),
  ).toEqual([])
})

const modules = new Set(projectFiles().filter((path) => /^console\/src\/.*\.tsx?$/.test(path)))
const tabs_of_params = 'console/src/pages/business/params/page.tsx'

function importedBy(path: string): string[] {
  // A type, and the list of areas itself, need no texts.
  const text = textOf(path).replace(/^import (type |\{ label_areas \})[^\n]*$/gm, '')
  return importsOf(text)
    .map((written) =>
      written.startsWith('#')
        ? `console/${written.slice(1)}`
        : posix.normalize(posix.join(posix.dirname(path), written)),
    )
    .filter((target) => modules.has(target))
}

/** The areas named in `text`, with those that it names as a whole. */
const areasIn = (text: string): string[] => [
  ...[...text.matchAll(/'(\w+)'/g)].map(([, area]) => area!),
  ...(text.includes('label_areas') ? label_areas : []),
]

/** The uses of areas that `entry` and all modules that it imports do not load, as readable lines. */
function missing(entry: string, given: readonly string[], elsewhere: readonly string[] = []): string[] {
  const seen = new Set([entry])
  const known = new Set([...shell_areas, ...given])
  const uses: [string, string][] = []
  for (const path of seen) {
    const text = textOf(path)
    for (const [, list] of text.matchAll(/\bloadWords\(([^)]*)\)/g))
      for (const area of areasIn(list!)) known.add(area)
    for (const [, area] of text.matchAll(/\buseWords\('(\w+)'\)/g)) uses.push([area!, path])
    for (const next of importedBy(path)) if (!elsewhere.includes(next)) seen.add(next)
  }
  return uses.filter(([area]) => !known.has(area)).map(([area, path]) => `${entry}: ${area} in ${path}`)
}

const tabs = [
  ...textOf(tabs_of_params).matchAll(/import\('\.\/([^']+)'\)[^\n]*\n\s*words: (\[[^\]]*\])/g),
].map(([, file, words]) => ({
  file: posix.join(posix.dirname(tabs_of_params), file!),
  words: areasIn(words!),
}))

test('every page loads the texts of what it shows', () => {
  const files = tabs.map(({ file }) => file)
  const offenders = rows
    .filter(({ page }) => page)
    .flatMap(({ page, words = [] }) => {
      const [, file] = /pages\/([\w/-]+)\/page\.tsx/.exec(String(page))!
      return missing(`console/src/pages/${file}/page.tsx`, words, files)
    })
  expect(offenders).toEqual([])
})

test('every tab of the parameters loads the texts of what it shows', () => {
  expect(tabs.length).toBeGreaterThan(8)
  const { words = [] } = rows.find(({ path }) => path === '/business/params')!
  expect(tabs.flatMap((tab) => missing(tab.file, [...words, ...tab.words]))).toEqual([])
})
