/**
 * Builds the sidebar's entries from the route table (the template of spec §2), as a pure function: hidden
 * rows are removed, and a single child replaces its parent.
 */
import type { RouteRow, RouteTitle } from '#src/navigation/route-row.ts'
import type { Areas } from '#src/locales/areas.ts'
import type { Icon } from '#src/ui/icons.tsx'

export type MenuLeaf = {
  kind: 'leaf'
  path: string
  /** The page's tab that this entry opens, as a query; empty for the page itself. */
  search: string
  /** The tabs of the page that have their own entries. */
  others: readonly string[]
  /** Prefixes of the names of its drafts. */
  drafts: readonly string[]
  title: RouteTitle
  icon: Icon | undefined
}
export type MenuGroup = {
  kind: 'group'
  path: string
  title: RouteTitle
  icon: Icon | undefined
  children: readonly MenuNode[]
}
/** The heading above the entries that follow it. */
export type MenuSection = keyof Areas['shell']['menu']['sections']
export type MenuNode = (MenuLeaf | MenuGroup) & { section?: MenuSection | undefined }

/** The menu of these rows. */
export function menuOf(rows: readonly RouteRow[], parentIcon?: Icon): MenuNode[] {
  return rows.flatMap((row): MenuNode[] => {
    if (row.hidden || !row.title) return []
    const icon = row.icon ?? parentIcon
    const children = menuOf(row.children ?? [], icon)
    const only = children.length === 1 ? children[0] : undefined
    if (only?.kind === 'leaf' && !row.alwaysShow) return [only]
    if (children.length > 0) return [{ kind: 'group', path: row.path, title: row.title, icon, children }]
    if (!row.page) return []
    const views = row.views ?? []
    const others = views.map((view) => view.search)
    return [
      {
        kind: 'leaf',
        path: row.path,
        search: '',
        others,
        drafts: row.drafts ?? [],
        title: row.title,
        icon,
        section: row.section,
      },
      ...views.map((view): MenuNode => ({
        kind: 'leaf',
        path: row.path,
        search: view.search,
        others: [],
        drafts: [],
        title: view.title,
        icon: view.icon,
        section: row.section,
      })),
    ]
  })
}

/** All leaves below these nodes. */
export const leavesOf = (nodes: readonly MenuNode[]): (MenuLeaf & MenuNode)[] =>
  nodes.flatMap((node) => (node.kind === 'leaf' ? [node] : leavesOf(node.children)))

/** Whether a form of one of these pages has unsaved input. */
export const hasDraft = (leaves: readonly MenuLeaf[], names: readonly string[]): boolean =>
  leaves.some(({ drafts }) => drafts.some((start) => names.some((name) => name.startsWith(start))))

/** The address that the entry opens. */
export const addressOf = ({ path, search }: MenuLeaf): string => (search === '' ? path : `${path}?${search}`)

/**
 * Whether this address belongs to the entry. A tab with an entry of its own is not part of its page's entry.
 */
export function isHere(leaf: MenuLeaf, pathname: string, search: string): boolean {
  if (pathname !== leaf.path && !pathname.startsWith(`${leaf.path}/`)) return false
  const now = [...new URLSearchParams(search)].map(([key, value]) => `${key}=${value}`)
  return leaf.search === '' ? !leaf.others.some((other) => now.includes(other)) : now.includes(leaf.search)
}

/** The entries by heading, in the order of the table; one part without a heading where there are none. */
export function partsOf<N extends MenuNode>(
  nodes: readonly N[],
): { section: MenuSection | undefined; nodes: N[] }[] {
  const parts: { section: MenuSection | undefined; nodes: N[] }[] = []
  for (const node of nodes) {
    const last = parts.at(-1)
    if (last && last.section === node.section) last.nodes.push(node)
    else parts.push({ section: node.section, nodes: [node] })
  }
  return parts
}
