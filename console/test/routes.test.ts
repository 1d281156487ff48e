import { param_groups } from '@parking/contract/params/params.ts'
import { describe, expect, test } from 'vitest'
import { addressOf, hasDraft, isHere, leavesOf, menuOf } from '../src/layout/sidebar/menu-tree.ts'
import type { RouteRow } from '../src/navigation/route-row.ts'
import { flatRows, routes, rowsFor, trailOf } from '../src/routes.tsx'

const page = async () => ({ default: () => null })

describe('the route table', () => {
  test.each([
    ['/', '/dashboard'],
    ['/baseTemplate', '/index'],
    ['/device', '/device/base'],
    ['/device/network', '/device/netwrok'],
    ['/system', '/system/log'],
    ['/business', '/business/sceneConfig'],
    ['/business/data', '/business/data/parking'],
  ])('%s redirects to %s', (path, to) => {
    expect(trailOf(path).at(-1)?.redirect).toBe(to)
  })

  test.each(['/dashboard/', '/DASHBOARD', '/dashboard//'])('%s is found as the router finds it', (path) => {
    expect(trailOf(path).at(-1)?.path).toBe('/dashboard')
  })

  test('every row has a page or redirects to one', () => {
    for (const row of flatRows(routes))
      expect(row.page ?? trailOf(row.redirect ?? '').at(-1)?.page).toBeTypeOf('function')
  })

  test('no path is listed twice', () => {
    const paths = flatRows(routes).map((row) => row.path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('a trail runs from the outermost row to the page', () => {
    expect(trailOf('/business/data/parking').map((row) => row.path)).toEqual([
      '/business',
      '/business/data',
      '/business/data/parking',
    ])
    expect(trailOf('/redirect/device/base').map((row) => row.path)).toEqual(['/redirect/*'])
    expect(trailOf('/nowhere')).toEqual([])
  })
})

describe('roles, spec §6 reading A', () => {
  const rows: RouteRow[] = [
    { path: '/a', title: 'device', page },
    { path: '/b', title: 'system', roles: ['operator'], page },
    {
      path: '/c',
      title: 'business',
      children: [
        { path: '/c/d', title: 'setting', roles: ['admin'], page },
        { path: '/c/e', title: 'setting', page },
      ],
    },
  ]
  test('admin gets every row', () => expect(rowsFor(['admin'], rows)).toBe(rows))
  test('other roles get rows that name them or no role, at every depth', () => {
    expect(flatRows(rowsFor(['viewer'], rows)).map((row) => row.path)).toEqual(['/a', '/c', '/c/e'])
    expect(flatRows(rowsFor(['operator', 'viewer'], rows)).map((row) => row.path)).toEqual([
      '/a',
      '/b',
      '/c',
      '/c/e',
    ])
  })
})

describe('the menu', () => {
  const titles = (rows: readonly RouteRow[]) => menuOf(rows).map((node) => [node.kind, node.path])
  test('shows the three areas and the dashboard', () => {
    expect(titles(routes)).toEqual([
      ['leaf', '/dashboard'],
      ['group', '/device'],
      ['group', '/system'],
      ['group', '/business'],
    ])
    expect(leavesOf(menuOf(routes)).map((leaf) => leaf.path)).not.toContain('/index')
  })
  test('the diagnosis has an entry of its own, and each address marks exactly one entry', () => {
    const leaves = leavesOf(menuOf(routes))
    expect(leaves.map(addressOf)).toContain('/system/operation?tab=diagnose')
    const marked = (path: string, search: string) =>
      leaves.filter((leaf) => isHere(leaf, path, search)).map((leaf) => leaf.title)
    expect(marked('/system/operation', '?tab=diagnose')).toEqual(['system_diagnose'])
    expect(marked('/system/operation', '')).toEqual(['system_operation'])
    expect(marked('/business/sceneConfig/scene', '?camera_sn=1')).toEqual(['business_scene'])
  })
  test('a page with unsaved input is marked, whatever page is open', () => {
    const marked = (...names: string[]) =>
      leavesOf(menuOf(routes))
        .filter((leaf) => hasDraft([leaf], names))
        .map((leaf) => leaf.path)
    expect(marked()).toEqual([])
    for (const group of param_groups) expect(marked(group)).toEqual(['/business/params'])
    expect(marked('network-dns', 'restore-config')).toEqual(['/device/netwrok', '/system/operation'])
  })
  test('a single visible child replaces its parent, unless the parent is always shown', () => {
    const child = { path: '/p/c', title: 'setting', page } as const
    expect(
      titles([
        {
          path: '/p',
          title: 'device',
          children: [child, { path: '/p/h', title: 'setting', hidden: true, page }],
        },
      ]),
    ).toEqual([['leaf', '/p/c']])
    expect(titles([{ path: '/p', title: 'device', alwaysShow: true, children: [child] }])).toEqual([
      ['group', '/p'],
    ])
    expect(titles([{ path: '/p', title: 'device', page, children: [{ ...child, hidden: true }] }])).toEqual([
      ['leaf', '/p'],
    ])
  })
})
