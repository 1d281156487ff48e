/**
 * A button that opens a menu. The menu's code is downloaded when the pointer or the focus first reaches the
 * button.
 */
import { useDeferredValue, useId, useRef, useState, type ReactNode } from 'react'
import { fetchMenuPopup, LazyMenuPopup } from './lazy-menu.tsx'
import type { MenuItem } from './menu-item.ts'

type Props = {
  /** The accessible name of the button and its menu; also shown as a tooltip. */
  label: string
  button: ReactNode
  items: readonly MenuItem[]
  className?: string | undefined
  side?: 'below' | 'right'
  /** False if the button's text already says it. */
  tip?: boolean
  /** Marks the button as holding the current page. */
  current?: boolean
}

export function Menu({ label, button, items, className, side = 'below', tip = true, current }: Props) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  // The button is painted as pressed before the menu is rendered; the menu closes at once.
  const shown = useDeferredValue(open) && open
  const opening_keys = side === 'right' ? ['ArrowRight'] : ['ArrowDown', 'ArrowUp']

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={shown ? id : undefined}
        aria-current={current ? 'true' : undefined}
        {...(tip ? { 'data-tip': label, 'data-tip-side': side } : {})}
        onPointerEnter={fetchMenuPopup}
        onFocus={fetchMenuPopup}
        onClick={(event) => {
          event.currentTarget.focus() // Safari does not focus a pressed button
          setOpen(!open)
        }}
        onKeyDown={(event) => {
          if (!opening_keys.includes(event.key)) return
          event.preventDefault()
          event.stopPropagation()
          setOpen(true)
        }}
      >
        {button}
      </button>
      <LazyMenuPopup
        id={id}
        label={label}
        items={items}
        open={shown}
        side={side}
        anchor={trigger}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
