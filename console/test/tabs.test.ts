import { describe, expect, test } from 'vitest'
import { routes, trailOf } from '../src/routes.tsx'
import {
  closeAll,
  closeOthers,
  closeTab,
  fixedTabs,
  restoreTabs,
  visit,
  type Tabs,
} from '../src/navigation/tabs.ts'

const go = (tabs: Tabs, full_path: string): Tabs =>
  visit(tabs, trailOf(full_path.split('?')[0] ?? '').at(-1), full_path)
const paths = (tabs: Tabs) => tabs.map((tab) => tab.path)
const some = ['/device/base', '/system/log', '/business/data/parking?page=2'].reduce(go, fixedTabs(routes))

describe('visited views', () => {
  test('the dashboard is a fixed tab', () => {
    expect(paths(fixedTabs(routes))).toEqual(['/dashboard'])
    expect(closeTab(some, '/dashboard', '/dashboard')).toEqual({ tabs: some, go: undefined })
  })

  test('a tab is a path, and keeps its last query', () => {
    expect(paths(some)).toEqual(['/dashboard', '/device/base', '/system/log', '/business/data/parking'])
    const later = go(some, '/business/data/parking?page=7')
    expect(paths(later)).toEqual(paths(some))
    expect(later.at(-1)?.full_path).toBe('/business/data/parking?page=7')
    expect(go(later, '/business/data/parking?page=7')).toBe(later)
  })

  test('redirects, unknown paths and groups add no tab', () => {
    for (const path of ['/redirect/device/base', '/nowhere', '/device', '/'])
      expect(go(some, path)).toBe(some)
  })

  test('closing the current tab opens the last one, closing another stays', () => {
    expect(closeTab(some, '/device/base', '/device/base')).toMatchObject({
      go: '/business/data/parking?page=2',
    })
    expect(closeTab(some, '/business/data/parking', '/business/data/parking')).toMatchObject({
      go: '/system/log',
    })
    expect(closeTab(some, '/device/base', '/system/log').go).toBeUndefined()
  })

  test('close others keeps the tab and the fixed ones, and opens the tab', () => {
    const { tabs, go: to } = closeOthers(some, '/business/data/parking', '/device/base')
    expect(paths(tabs)).toEqual(['/dashboard', '/business/data/parking'])
    expect(to).toBe('/business/data/parking?page=2')
    expect(closeOthers(some, '/device/base', '/device/base').go).toBeUndefined()
  })

  test('close all keeps the fixed ones', () => {
    expect(closeAll(some, '/device/base')).toMatchObject({ go: '/dashboard' })
    expect(paths(closeAll(some, '/device/base').tabs)).toEqual(['/dashboard'])
    expect(closeAll(some, '/dashboard').go).toBeUndefined()
  })

  test('a reload restores the tabs that the table still has', () => {
    const saved = JSON.stringify([...some.map((tab) => tab.full_path), '/gone', 'javascript:alert(1)', 7])
    expect(restoreTabs(saved, routes)).toEqual(some)
    for (const broken of [null, '', '{', '{}', 'null'])
      expect(paths(restoreTabs(broken, routes))).toEqual(['/dashboard'])
  })
})
