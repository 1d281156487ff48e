/**
 * Tabs within a page. The page decides which tab is open, usually by its address. Arrow keys, Home and End
 * switch tabs.
 */
import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import classes from './tabs.module.css'

type Props<Name extends string> = {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly { name: Name; title: ReactNode }[]
  open: Name
  onOpen: (name: Name) => void
  /** The content of the open tab. */
  children: ReactNode
}

export function Tabs<Name extends string>({ label, tabs, open, onOpen, children }: Props<Name>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  // If the row is wider than the window, the open tab comes to its middle, where no fade covers it.
  // Together with the change, so that the row never moves back after a user has scrolled it.
  useLayoutEffect(
    () =>
      void row.current
        ?.querySelector('[aria-selected=true]')
        ?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    [open],
  )
  useMoreMark(row)
  const at = tabs.findIndex(({ name }) => name === open)

  function walk(event: KeyboardEvent) {
    const last = tabs.length - 1
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key]
    const tab = to === undefined ? undefined : tabs[to]
    if (to === undefined || !tab) return
    event.preventDefault()
    onOpen(tab.name)
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }

  return (
    <>
      <div
        ref={row}
        className={`flex gap-4 below-16 ${classes['tabs']}`}
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={walk}
        data-keeps-focus=""
      >
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            className={`plain current rigid text-14 ink-2 ${classes['tab']}`}
            aria-selected={name === open}
            aria-controls={`${id}-panel`}
            tabIndex={name === open ? 0 : -1}
            onClick={() => onOpen(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${open}`}>
        {children}
      </div>
    </>
  )
}

/** Marks a row that continues beyond the right edge. */
function useMoreMark(row: { current: HTMLDivElement | null }): void {
  useEffect(() => {
    const element = row.current
    if (!element) return
    const mark = () => {
      const left = element.scrollWidth - element.clientWidth - element.scrollLeft
      element.toggleAttribute('data-more', left > 8)
    }
    const observer = new ResizeObserver(mark)
    observer.observe(element)
    element.addEventListener('scroll', mark, { passive: true })
    mark()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [row])
}
