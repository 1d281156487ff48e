/**
 * Visited views (spec §2): pure functions on a list of tabs, and the store that survives a reload. A tab is a
 * path; it keeps its last query.
 */
import { createStore } from '../lib/store.ts'
import { flattenRows, type RouteRow, type RouteTitle } from './route-row.ts'

export type Tab = { path: string; full_path: string; title: RouteTitle; fixed: boolean }
export type Tabs = readonly Tab[]

/** The fixed tabs, which exist before any visit. */
export const fixedTabs = (rows: readonly RouteRow[]): Tabs =>
  flattenRows(rows).flatMap((row) =>
    row.fixed && row.title ? [{ path: row.path, full_path: row.path, title: row.title, fixed: true }] : [],
  )

/** A visit adds a tab, or updates the query of an existing tab. Redirects have no row, so they add no tab. */
export function visit(tabs: Tabs, row: RouteRow | undefined, full_path: string): Tabs {
  if (!row?.title || !row.page || row.path.endsWith('/*')) return tabs
  const old = tabs.find((tab) => tab.path === row.path)
  if (old?.full_path === full_path) return tabs
  if (old) return tabs.map((tab) => (tab === old ? { ...tab, full_path } : tab))
  return [...tabs, { path: row.path, full_path, title: row.title, fixed: row.fixed ?? false }]
}

/**
 * Closes a tab, unless it is fixed. `go` is where to navigate if it was the current one: the last tab, or
 * home.
 */
export function closeTab(tabs: Tabs, path: string, current: string): { tabs: Tabs; go: string | undefined } {
  const left = tabs.filter((tab) => tab.path !== path || tab.fixed)
  const closed = left.length < tabs.length
  return { tabs: left, go: closed && path === current ? (left.at(-1)?.full_path ?? '/') : undefined }
}

/** Closes all but this tab and the fixed ones, and opens this tab. */
export function closeOthers(
  tabs: Tabs,
  path: string,
  current: string,
): { tabs: Tabs; go: string | undefined } {
  const kept = tabs.find((tab) => tab.path === path)
  return {
    tabs: tabs.filter((tab) => tab.fixed || tab.path === path),
    go: path === current ? undefined : kept?.full_path,
  }
}

/** Closes all but the fixed tabs; the current one stays open if it is fixed. */
export function closeAll(tabs: Tabs, current: string): { tabs: Tabs; go: string | undefined } {
  const left = tabs.filter((tab) => tab.fixed)
  return {
    tabs: left,
    go: left.some((tab) => tab.path === current) ? undefined : (left.at(-1)?.full_path ?? '/'),
  }
}

/** The stored tabs that the route table still has and the user's roles still allow; fixed tabs first. */
export function restoreTabs(saved: string | null, rows: readonly RouteRow[]): Tabs {
  const known = new Map(flattenRows(rows).map((row) => [row.path, row]))
  const fixed = fixedTabs(rows)
  try {
    const list: unknown = JSON.parse(saved ?? '[]')
    if (!Array.isArray(list)) return fixed
    const paths = list.filter((path): path is string => typeof path === 'string' && path.startsWith('/'))
    return paths.reduce<Tabs>(
      (tabs, full_path) => visit(tabs, known.get(full_path.split(/[?#]/)[0] ?? ''), full_path),
      fixed,
    )
  } catch {
    return fixed
  }
}

const key = 'visited-views'

export const tabs = createStore<Tabs>([])

/** Restores the tabs after a reload and stores every change. Called when the roles are loaded. */
export function keepTabs(rows: readonly RouteRow[]): void {
  tabs.set(restoreTabs(sessionStorage.getItem(key), rows))
  tabs.subscribe(() => sessionStorage.setItem(key, JSON.stringify(tabs.get().map((tab) => tab.full_path))))
}

/** Signing out closes every view (spec §4). */
export function clearTabs(): void {
  tabs.set([])
  sessionStorage.removeItem(key)
}

/** How often a view was refreshed: part of its React key, so that a refresh discards its state. */
export const refreshes = createStore<Readonly<Record<string, number>>>({})

/** Discards the state of a view. */
export const dropView = (path: string): void =>
  refreshes.update((all) => ({ ...all, [path]: (all[path] ?? 0) + 1 }))
