/**
 * The sidebar (spec §2), built from the route table: 210 px, 54 px when collapsed, a drawer on a phone. The
 * arrow keys move through it. Long because all three forms draw the same entries.
 */
import {
  memo,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { rowsFor } from '#src/routes.tsx'
import { markedDrafts } from '#src/stores/drafts.ts'
import { drawerOpen } from '#src/stores/viewport.ts'
import { session } from '#src/stores/session.ts'
import { useStore } from '#src/lib/store.ts'
import { ChecksWaiting } from '#src/events/event/checks-waiting.tsx'
import { mayCheck } from '#src/forms/use-may.ts'
import { ChevronDownIcon } from '#src/ui/icons.tsx'
import { Menu } from '#src/ui/menu/menu.tsx'
import { useWords } from '#src/core/words.ts'
import {
  addressOf,
  hasDraft,
  isHere,
  leavesOf,
  menuOf,
  partsOf,
  type MenuGroup,
  type MenuLeaf,
  type MenuNode,
  type MenuSection,
} from './menu-tree.ts'
import classes from './sidebar.module.css'

export function Sidebar({ open, narrow }: { open: boolean; narrow: boolean }) {
  const words = useWords('shell')
  const { roles } = useStore(session)
  const nodes = useMemo(() => menuOf(rowsFor(roles)), [roles])
  const side = useRef<HTMLElement>(null)
  const drawer = narrow && open
  // The bar folds first; its groups become menus in the next frame.
  const folded = useDeferredValue(!open && !narrow)
  // The drawer takes the focus when it opens and returns it when it closes.
  useEffect(() => {
    if (!drawer) return
    const before = document.activeElement
    side.current?.querySelector('a')?.focus()
    return () => {
      if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus({ preventScroll: true }))
    }
  }, [drawer])
  return (
    <aside
      ref={side}
      className={`flex column clip ${classes['side']}`}
      data-open={open || undefined}
      data-narrow={narrow || undefined}
      inert={narrow && !open}
      onKeyDown={(event) => {
        if (narrow && event.key === 'Escape') drawerOpen.set(false)
        else walk(event)
      }}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('a')) drawerOpen.set(false)
      }}
    >
      <Link
        to="/"
        className={`row rigid clip gap-10 ${classes['logo']}`}
        aria-label={`${words.app} · ${words.product}`}
      >
        <Mark />
        <span>
          <strong>{words.app}</strong>
          <small>{words.product}</small>
        </span>
      </Link>
      <nav aria-label={words.menu.label} className={classes['nav']}>
        <ul>
          {nodes.map((node) => (
            <Node key={node.title} node={node} folded={folded} depth={0} />
          ))}
        </ul>
      </nav>
    </aside>
  )
}

type NodeProps = { node: MenuNode; folded: boolean; depth: number }

const Node = memo(function Node({ node, folded, depth }: NodeProps) {
  const words = useWords('shell').routes
  const { pathname, search } = useLocation()
  if (node.kind === 'group')
    return folded ? <FoldedGroup group={node} /> : <Group group={node} depth={depth} />
  const here = isHere(node, pathname, search)
  return (
    <li>
      <Link
        to={addressOf(node)}
        className={`plain ${classes['item']}`}
        data-depth={depth}
        aria-current={here ? 'page' : undefined}
        aria-label={folded ? words[node.title] : undefined}
        {...(folded ? { 'data-tip': words[node.title], 'data-tip-side': 'right' } : {})}
      >
        {node.icon && <node.icon />}
        <span>{words[node.title]}</span>
        <Unsaved leaves={[node]} />
        {waits([node]) && <ChecksWaiting className={classes['waiting']} />}
      </Link>
    </li>
  )
})

function Group({ group, depth }: { group: MenuGroup; depth: number }) {
  const words = useWords('shell').routes
  const { pathname } = useLocation()
  const inside = pathname.startsWith(`${group.path}/`)
  const [chosen, setChosen] = useState<{ open: boolean; inside: boolean }>()
  // The user's choice holds until a navigation enters the group, which opens it again.
  const open = chosen && (chosen.open || chosen.inside === inside) ? chosen.open : inside
  // A group has no entries until it is first opened, because most groups stay closed.
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  return (
    <li>
      <button
        type="button"
        className={`plain ${classes['item']}`}
        data-depth={depth}
        data-group
        data-inside={inside || undefined}
        aria-expanded={open}
        onClick={() => setChosen({ open: !open, inside })}
      >
        {group.icon && <group.icon />}
        <span>{words[group.title]}</span>
        {!open && <Unsaved leaves={leavesOf(group.children)} />}
        {!open && waits(leavesOf(group.children)) && <ChecksWaiting className={classes['waiting']} />}
        <ChevronDownIcon className={`rigid size-16 ${classes['chevron']}`} />
      </button>
      <div className={classes['fold']} data-open={open || undefined} inert={!open}>
        <ul>
          {used &&
            partsOf(group.children).map(({ section, nodes }) => (
              <Part key={section ?? ''} section={section} nodes={nodes} depth={depth + 1} />
            ))}
        </ul>
      </div>
    </li>
  )
}

/** The entries under one heading. */
function Part({
  section,
  nodes,
  depth,
}: {
  section: MenuSection | undefined
  nodes: readonly MenuNode[]
  depth: number
}) {
  const id = useId()
  const { sections } = useWords('shell').menu
  const entries = nodes.map((node) => <Node key={node.title} node={node} folded={false} depth={depth} />)
  if (section === undefined) return entries
  return (
    <li>
      <p id={id} className={`text-11 ${classes['section']}`}>
        {sections[section]}
      </p>
      <ul aria-labelledby={id}>{entries}</ul>
    </li>
  )
}

/** Whether the check desk is among these pages, which the user may use. */
const waits = (leaves: readonly MenuLeaf[]): boolean =>
  leaves.some(({ path }) => path === '/business/data/manual') && mayCheck(session.get().roles)

/** A dot at pages whose forms have unsaved input, which is kept but not visible from here. */
function Unsaved({ leaves }: { leaves: readonly MenuLeaf[] }) {
  const { user } = useWords('shell')
  if (!hasDraft(leaves, useStore(markedDrafts))) return null
  return (
    <i className={classes['unsaved']} data-tip={user.logout_unsaved}>
      <span className="visually-hidden">（{user.logout_unsaved}）</span>
    </i>
  )
}

/** When the sidebar is collapsed to 54 px, a group opens a menu next to itself. */
function FoldedGroup({ group }: { group: MenuGroup }) {
  const { routes: words, menu } = useWords('shell')
  const { sections } = menu
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const inside = pathname.startsWith(`${group.path}/`)
  return (
    <li data-inside={inside || undefined}>
      <Menu
        label={words[group.title]}
        side="right"
        className={`plain ${classes['item']}`}
        current={inside}
        button={group.icon && <group.icon />}
        items={[
          { kind: 'heading', label: <strong>{words[group.title]}</strong> },
          ...partsOf(leavesOf(group.children)).flatMap(({ section, nodes }) => [
            ...(section === undefined ? [] : [{ kind: 'heading' as const, label: sections[section] }]),
            ...nodes.map((leaf) => ({
              kind: 'choice' as const,
              label: words[leaf.title],
              icon: leaf.icon && <leaf.icon />,
              chosen: isHere(leaf, pathname, search),
              onPick: () => void navigate(addressOf(leaf)),
            })),
          ]),
        ]}
      />
    </li>
  )
}

/** Up and Down move through the visible entries; Right opens a group, Left closes it. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const here =
    event.target instanceof Element ? event.target.closest<HTMLElement>(`.${classes['item']}`) : null
  if (!here) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${classes['item']}`)].filter(
    (item) => !item.closest('[inert]'),
  )
  const at = items.indexOf(here)
  const to = { ArrowDown: items[at + 1], ArrowUp: items[at - 1], Home: items[0], End: items.at(-1) }[
    event.key
  ]
  const expanded = here.getAttribute('aria-expanded')
  if (to) to.focus()
  else if (
    (event.key === 'ArrowRight' && expanded === 'false') ||
    (event.key === 'ArrowLeft' && expanded === 'true')
  )
    here.click()
  else if (event.key === 'ArrowLeft')
    here
      .closest('ul')
      ?.closest('li:has(> [data-group])')
      ?.querySelector<HTMLElement>(`.${classes['item']}`)
      ?.focus()
  else return
  event.preventDefault()
}

/** The product's logo: a P above a kerb. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#096dd9" />
      <path
        d="M11 23V8.5h6.2a4.6 4.6 0 0 1 0 9.2H11"
        fill="none"
        stroke="#fff"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M6.5 27.5h19" stroke="#8cc8ff" strokeWidth="2" strokeLinecap="round" strokeDasharray="5 3.5" />
    </svg>
  )
}
