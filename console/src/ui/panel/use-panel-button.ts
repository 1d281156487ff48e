/** The state and props of a button that opens a panel and closes it when pressed again. */
import { useRef, useState, type MouseEvent } from 'react'

export function usePanelButton() {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  // The press itself closes the panel, like any press outside it, so the click must not open it again.
  const open_before = useRef(false)
  return {
    anchor,
    open,
    show: () => setOpen(true),
    close: () => setOpen(false),
    props: {
      ref: anchor,
      type: 'button',
      'aria-haspopup': 'dialog',
      'aria-expanded': open,
      onPointerDown: () => (open_before.current = open),
      onClick: (event: MouseEvent) => setOpen(event.detail > 0 ? !open_before.current : !open),
    },
  } as const
}
