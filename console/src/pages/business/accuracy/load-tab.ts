/** The tabs of the page: which tab is open, and the tab modules, each loaded when its tab is opened. */
import type { ComponentType } from 'react'

const tabs = ['results', 'judge', 'promise'] as const
type Tab = (typeof tabs)[number]

const loaded: { [T in Tab]?: ComponentType } = {}

/** The tab that the URL selects; the first tab if the value is invalid. */
export const tabIn = (search: URLSearchParams): Tab =>
  tabs.find((tab) => tab === search.get('tab')) ?? 'results'

/** Loads the module of the tab that the URL selects. */
export async function loadTab(search: URLSearchParams): Promise<void> {
  const tab = tabIn(search)
  if (tab === 'results') loaded.results ??= (await import('./results/results.tsx')).Results
  if (tab === 'judge') loaded.judge ??= (await import('./judge/judge-desk.tsx')).JudgeDesk
  if (tab === 'promise') loaded.promise ??= (await import('./promise/promise-tab.tsx')).PromiseTab
}

/** The tab loaded by `loadTab`; the route has awaited it. */
export function loadedTab(tab: Tab): ComponentType {
  const component = loaded[tab]
  if (!component) throw new Error(`The tab "${tab}" is shown before it was loaded`)
  return component
}
