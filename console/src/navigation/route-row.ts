/** The type of a row of the route table (routes.tsx), separate from the table, which imports every page. */
import type { viewers as may_view } from '@parking/contract/core/call.ts'
import type { Role } from '@parking/contract/core/codes.ts'
import type { ComponentType } from 'react'
import type { Area, Areas } from '../locales/areas.ts'
import type { Icon } from '../ui/icons.tsx'

/** The roles that see the whole device (`viewers` in the contract); a checker sees events and stays alone. */
export const viewers: readonly Role[] = ['admin', 'operator', 'viewer'] satisfies (typeof may_view)[number][]

export type RouteTitle = keyof Areas['shell']['routes']

export type PageModule = {
  default: ComponentType
  /** What this path needs besides the page; awaited before the page is shown. */
  ready?: (search: URLSearchParams) => Promise<unknown>
}

/** A tab of a page that the menu and the palette list separately. */
export type RouteView = {
  search: string
  title: RouteTitle
  icon: Icon
  keywords: string
  chapter: string
}

export type RouteRow = {
  /** Absolute path. */
  path: string
  title?: RouteTitle
  /** The manual page about it, in each language (manual/). */
  chapter?: string
  icon?: Icon
  /** The heading in the menu above the rows of one kind, which follow each other. */
  section?: keyof Areas['shell']['menu']['sections']
  /** Listed neither in the menu nor in the palette. */
  hidden?: boolean
  /** The menu row that is highlighted while this hidden page is open. */
  menu?: string
  /** Its tab cannot be closed. */
  fixed?: boolean
  /** A menu group even with a single visible child. */
  alwaysShow?: boolean
  /** The roles that may open it; by default every signed-in user (spec §6, reading A). */
  roles?: readonly Role[]
  redirect?: string
  page?: () => Promise<PageModule>
  /** The page's dictionaries, downloaded together with it. */
  words?: readonly Area[]
  /** The areas of tabs and panels that load their own dictionary, each with the search that opens it. */
  tabs?: Partial<Record<Area, string>>
  /** Further search terms for the palette: English, pinyin and its initials. */
  keywords?: string
  views?: readonly RouteView[]
  /** Prefixes of the names of its forms' drafts, by which the menu marks a page with unsaved input. */
  drafts?: readonly string[]
  children?: readonly RouteRow[]
}

/** The view of a row that this search opens. */
export function viewIn(row: RouteRow | undefined, search: string): RouteView | undefined {
  const asked = new URLSearchParams(search)
  return row?.views?.find((one) =>
    [...new URLSearchParams(one.search)].every(([name, value]) => asked.get(name) === value),
  )
}

/** The rows and all rows below them, parents first. */
export const flattenRows = (rows: readonly RouteRow[]): RouteRow[] =>
  rows.flatMap((row) => [row, ...flattenRows(row.children ?? [])])
