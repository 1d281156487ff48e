/** A button that opens a menu. The native popover gives the top layer, Esc and closing from outside; arrows, Home, End and letters are ours. */
import { useId, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { CheckIcon } from './icons.tsx'
import classes from './menu.module.css'

export type MenuItem =
  | {
      kind: 'item'
      label: ReactNode
      icon?: ReactNode
      onPick: () => void
      disabled?: boolean
      lang?: string
    }
  /** One of several, of which one holds. */
  | { kind: 'choice'; label: ReactNode; icon?: ReactNode; chosen: boolean; onPick: () => void; lang?: string }
  | { kind: 'line' }
  | { kind: 'head'; label: ReactNode }

type Props = {
  /** What the button is called; shown as a tip too. */
  label: string
  button: ReactNode
  items: readonly MenuItem[]
  className?: string | undefined
  side?: 'below' | 'right'
  /** False where the button's own text says it already. */
  tip?: boolean
  describe?: string | undefined
}

export function Menu({ label, button, items, className, side = 'below', tip = true, describe }: Props) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-controls={id}
        aria-current={describe ? 'true' : undefined}
        popoverTarget={id}
        {...(tip ? { 'data-tip': label, 'data-tip-side': side } : {})}
        onKeyDown={(event) => {
          if (
            event.key !== 'ArrowDown' &&
            event.key !== 'ArrowUp' &&
            !(side === 'right' && event.key === 'ArrowRight')
          )
            return
          if (side === 'right' && event.key !== 'ArrowRight') return
          event.preventDefault()
          event.stopPropagation()
          list.current?.showPopover()
        }}
      >
        {button}
      </button>
      <MenuList
        id={id}
        label={label}
        items={items}
        ref={list}
        place={() => trigger.current?.getBoundingClientRect()}
        side={side}
      />
    </>
  )
}

type ListProps = {
  id: string
  label: string
  items: readonly MenuItem[]
  ref: RefObject<HTMLDivElement | null>
  /** Where the thing is that the menu belongs to; a point is a rectangle without size. */
  place: () => { left: number; right: number; top: number; bottom: number } | undefined
  side?: 'below' | 'right'
  onClosed?: () => void
}

/** The list alone, for a context menu: show it with `ref.current.showPopover()`. */
export function MenuList({ id, label, items, ref, place, side = 'below', onClosed }: ListProps) {
  const close = () => ref.current?.hidePopover()
  return (
    <div
      ref={ref}
      id={id}
      popover="auto"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={classes['menu']}
      onKeyDown={(event) => move(event, close)}
      onToggle={(event) => {
        if (event.newState === 'closed') return onClosed?.()
        const at = place()
        if (at) put(event.currentTarget, at, side)
        focusable(event.currentTarget)[0]?.focus({ preventScroll: true })
      }}
    >
      {items.map((item, index) => {
        if (item.kind === 'line') return <hr key={index} className={classes['line']} />
        if (item.kind === 'head')
          return (
            <div key={index} className={classes['head']} role="presentation">
              {item.label}
            </div>
          )
        return (
          <button
            key={index}
            type="button"
            className={classes['item']}
            role={item.kind === 'choice' ? 'menuitemradio' : 'menuitem'}
            aria-checked={item.kind === 'choice' ? item.chosen : undefined}
            aria-disabled={(item.kind === 'item' && item.disabled) || undefined}
            lang={item.lang}
            tabIndex={-1}
            onClick={() => {
              if (item.kind === 'item' && item.disabled) return
              close()
              item.onPick()
            }}
          >
            {item.icon}
            <span>{item.label}</span>
            {item.kind === 'choice' && item.chosen && <CheckIcon className={classes['check']} />}
          </button>
        )
      })}
    </div>
  )
}

const focusable = (menu: HTMLElement): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]'),
]

function move(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = focusable(event.currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const to = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }[event.key]
  if (event.key === 'Tab' || event.key === 'ArrowLeft') {
    if (event.key === 'ArrowLeft') event.preventDefault()
    return close()
  }
  if (to === undefined) return
  event.preventDefault()
  event.stopPropagation()
  items[to]?.focus()
}

/** Beside its button, and inside the window. */
function put(
  menu: HTMLElement,
  at: { left: number; right: number; top: number; bottom: number },
  side: 'below' | 'right',
): void {
  const { offsetWidth: width, offsetHeight: height } = menu
  const wanted =
    side === 'right'
      ? { left: at.right + 6, top: at.top }
      : {
          left:
            at.right - at.left > 0
              ? Math.min(at.left, at.right - width > 8 ? at.right - width : at.left)
              : at.left,
          top: at.bottom + 6,
        }
  const left =
    side === 'below' && at.left + width <= innerWidth - 8 && at.left < innerWidth / 2 ? at.left : wanted.left
  menu.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  menu.style.top = `${Math.max(8, Math.min(wanted.top, innerHeight - height - 8))}px`
}
