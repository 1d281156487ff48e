/** Every route of the table has a browser test, and the table has every route of spec §2. */
import { expect, test } from 'vitest'
import { flatRows } from '@parking/console/routes.tsx'
import { projectFiles, textOf } from '../scripts/lib/sources.ts'

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
