/** Tabs within a page. Which one is open is the page's to know: it is in the address (DESIGN §3). Arrows, Home and End walk them. */
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import classes from './tabs.module.css'

type Props<Name extends string> = {
  /** What the row of tabs is called for a screen reader. */
  label: string
  tabs: readonly { name: Name; title: ReactNode }[]
  open: Name
  onOpen: (name: Name) => void
  /** What the open tab shows. */
  children: ReactNode
}

export function Tabs<Name extends string>({ label, tabs, open, onOpen, children }: Props<Name>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  // Where the row is wider than the window, as on a phone, the open tab is brought into sight.
  useEffect(
    () =>
      void row.current
        ?.querySelector('[aria-selected=true]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    [open],
  )
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
        className={classes['tabs']}
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
            className={classes['tab']}
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
