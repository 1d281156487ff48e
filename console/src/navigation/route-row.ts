/** The type of a row of the route table (routes.tsx), apart from the table, which imports every page. */
import type { Role } from '@parking/contract/core/codes.ts'
import type { ComponentType } from 'react'
import type { Area, Areas } from '../locales/areas.ts'
import type { Icon } from '../ui/icons.tsx'

export type RouteTitle = keyof Areas['shell']['routes']

export type PageModule = {
  default: ComponentType
  /** What this path needs besides the page: awaited before it is shown. */
  ready?: (search: URLSearchParams) => Promise<unknown>
}

/** A tab of a page that the menu and the palette list beside the page. */
export type RouteView = {
  search: string
  title: RouteTitle
  icon: Icon
  keywords: string
  chapter: string
}

export type RouteRow = {
  /** Absolute. */
  path: string
  title?: RouteTitle
  /** The page of the manual about it, in each language (manual/). */
  chapter?: string
  icon?: Icon
  /** Neither in the menu nor in the palette. */
  hidden?: boolean
  /** The menu row that is marked while this hidden page is open. */
  menu?: string
  /** Its tab cannot be closed. */
  fixed?: boolean
  /** A menu group even with a single visible child. */
  alwaysShow?: boolean
  /** The roles that may open it; every signed-in user by default (spec §6, reading A). */
  roles?: readonly Role[]
  redirect?: string
  page?: () => Promise<PageModule>
  /** The dictionaries of the page, downloaded together with it. */
  words?: readonly Area[]
  /** More terms for the palette: English, pinyin and its initials. */
  keywords?: string
  views?: readonly RouteView[]
  /** How the names of its forms' drafts begin: the menu marks a page with unsaved input. */
  drafts?: readonly string[]
  children?: readonly RouteRow[]
}

/** The rows and all rows below them, parents first. */
export const flattenRows = (rows: readonly RouteRow[]): RouteRow[] =>
  rows.flatMap((row) => [row, ...flattenRows(row.children ?? [])])
