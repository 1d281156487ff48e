/** The tabs of the page: which tab is open, and the tab modules, each loaded when its tab is opened. */
import type { ComponentType } from 'react'

const tabs = ['log', 'check', 'ledger'] as const
type Tab = (typeof tabs)[number]
type Loaded = Exclude<Tab, 'log'>

const loaded: { [T in Loaded]?: ComponentType } = {}

/** The tab that the URL selects; the first tab if the value is invalid. */
export const tabIn = (search: URLSearchParams): Tab => tabs.find((tab) => tab === search.get('tab')) ?? 'log'

/** Loads the module of the tab that the URL selects. */
export async function loadTab(search: URLSearchParams): Promise<void> {
  const tab = tabIn(search)
  if (tab === 'check') loaded.check ??= (await import('./check/check-desk.tsx')).CheckDesk
  if (tab === 'ledger') loaded.ledger ??= (await import('./ledger/check-ledger.tsx')).CheckLedger
}

/** The tab loaded by `loadTab`; the route has awaited it. */
export function loadedTab(tab: Loaded): ComponentType {
  const component = loaded[tab]
  if (!component) throw new Error(`The tab "${tab}" is shown before it was loaded`)
  return component
}
