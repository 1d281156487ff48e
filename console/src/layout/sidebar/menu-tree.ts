/**
 * The sidebar's entries from the route table (the template of spec §2), as a pure
 * function: hidden rows are removed, a single child replaces its parent.
 */
import type { RouteRow, RouteTitle } from '#src/navigation/route-row.ts'
import type { Icon } from '#src/ui/icons.tsx'

export type MenuLeaf = { kind: 'leaf'; path: string; title: RouteTitle; icon: Icon | undefined }
export type MenuGroup = {
  kind: 'group'
  path: string
  title: RouteTitle
  icon: Icon | undefined
  children: readonly MenuNode[]
}
export type MenuNode = MenuLeaf | MenuGroup

/** The menu of these rows. */
export function menuOf(rows: readonly RouteRow[], parentIcon?: Icon): MenuNode[] {
  return rows.flatMap((row): MenuNode[] => {
    if (row.hidden || !row.title) return []
    const icon = row.icon ?? parentIcon
    const children = menuOf(row.children ?? [], icon)
    const only = children.length === 1 ? children[0] : undefined
    if (only?.kind === 'leaf' && !row.alwaysShow) return [only]
    if (children.length > 0) return [{ kind: 'group', path: row.path, title: row.title, icon, children }]
    return row.page ? [{ kind: 'leaf', path: row.path, title: row.title, icon }] : []
  })
}

/** All leaves below. */
export const leavesOf = (nodes: readonly MenuNode[]): MenuLeaf[] =>
  nodes.flatMap((node) => (node.kind === 'leaf' ? [node] : leavesOf(node.children)))
