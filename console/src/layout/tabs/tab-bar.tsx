/**
 * Visited views as tabs (spec §2, template §4.1): click, middle click, context menu, arrow keys, Delete;
 * fixed tabs cannot be closed. They are links, because each is a page with its own address and a tablist may
 * not contain close buttons.
 */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { trailOf } from '#src/routes.tsx'
import { closeAll, closeOthers, closeTab, tabs, visit, type Tab, type Tabs } from '#src/navigation/tabs.ts'
import { useStore } from '#src/lib/store.ts'
import { CloseIcon } from '#src/ui/icons.tsx'
import { LazyMenuPopup } from '#src/ui/menu/lazy-menu.tsx'
import type { MenuItem } from '#src/ui/menu/menu-item.ts'
import { useWords } from '#src/core/words.ts'
import classes from './tab-bar.module.css'

export function TabBar() {
  const words = useWords('shell')
  const list = useStore(tabs)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const strip = useRef<HTMLElement>(null)
  /** The tab and position of the context menu; kept while the menu closes. */
  const [context, setContext] = useState<{ tab: Tab; x: number; y: number; open: boolean }>()
  const closeMenu = () => setContext((now) => now && { ...now, open: false })

  useEffect(
    () => tabs.update((now) => visit(now, trailOf(pathname).at(-1), pathname + search)),
    [pathname, search],
  )
  useEffect(() => {
    strip.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [pathname, list])
  useWheel(strip)

  function applyTabs(next: { tabs: Tabs; go: string | undefined }) {
    tabs.set(next.tabs)
    if (next.go !== undefined) void navigate(next.go)
  }
  const close = (tab: Tab) => applyTabs(closeTab(list, tab.path, pathname))
  const items = (tab: Tab): MenuItem[] => [
    {
      kind: 'item',
      label: words.tabs.refresh,
      onPick: () => void navigate(`/redirect${tab.full_path}`, { replace: tab.path === pathname }),
    },
    ...(tab.fixed ? [] : [{ kind: 'item' as const, label: words.tabs.close, onPick: () => close(tab) }]),
    {
      kind: 'item',
      label: words.tabs.close_others,
      onPick: () => applyTabs(closeOthers(list, tab.path, pathname)),
    },
    { kind: 'item', label: words.tabs.close_all, onPick: () => applyTabs(closeAll(list, pathname)) },
  ]

  function onKey(event: KeyboardEvent<HTMLElement>, tab: Tab) {
    const at = list.indexOf(tab)
    const to = {
      ArrowRight: list[(at + 1) % list.length],
      ArrowLeft: list[(at - 1 + list.length) % list.length],
      Home: list[0],
      End: list.at(-1),
    }[event.key]
    if (to) {
      event.preventDefault()
      strip.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(to.path)}"]`)?.focus()
    } else if (event.key === 'Delete' && !tab.fixed) close(tab)
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      event.preventDefault()
      const at = event.currentTarget.getBoundingClientRect()
      setContext({ tab, x: at.left + 15, y: at.bottom, open: true })
    }
  }

  return (
    <>
      <nav
        ref={strip}
        className={classes['strip']}
        aria-label={words.tabs.label}
        data-keeps-focus
        onScroll={closeMenu}
      >
        <ul>
          {list.map((tab) => (
            <li
              key={tab.path}
              className={`row rigid ink-2 bordered round-4 on-card ${classes['tab']}`}
              data-here={tab.path === pathname || undefined}
            >
              <Link
                to={tab.full_path}
                className={`plain ring-1 ${classes['name']}`}
                data-path={tab.path}
                aria-current={tab.path === pathname ? 'page' : undefined}
                onAuxClick={(event) => {
                  if (event.button !== 1 || tab.fixed) return
                  event.preventDefault()
                  close(tab)
                }}
                onContextMenu={(event) => {
                  event.preventDefault()
                  setContext({ tab, x: event.clientX, y: event.clientY, open: true })
                }}
                onKeyDown={(event) => onKey(event, tab)}
              >
                {words.routes[tab.title]}
              </Link>
              {!tab.fixed && (
                <button
                  type="button"
                  className={`plain center circle ${classes['close']}`}
                  aria-label={words.tabs.close_named(words.routes[tab.title])}
                  onClick={() => close(tab)}
                >
                  <CloseIcon />
                </button>
              )}
            </li>
          ))}
        </ul>
      </nav>
      {context && (
        <LazyMenuPopup
          label={words.tabs.menu(words.routes[context.tab.title])}
          items={items(context.tab)}
          open={context.open}
          anchor={context}
          onClose={closeMenu}
        />
      )}
    </>
  )
}

/**
 * The wheel scrolls the strip sideways. React's listener is
 * passive and could not stop the page from scrolling too.
 */
function useWheel(strip: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const roll = (event: WheelEvent) => {
      if (element.scrollWidth <= element.clientWidth) return
      event.preventDefault()
      element.scrollLeft += event.deltaY || event.deltaX
    }
    element.addEventListener('wheel', roll, { passive: false })
    return () => element.removeEventListener('wheel', roll)
  }, [strip])
}
