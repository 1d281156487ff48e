/**
 * A dialog without a backdrop below its button, or above it if there is more room; or filling the window. Esc
 * closes it.
 */
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import styles from './panel.module.css'

type Props = {
  anchor: RefObject<HTMLElement | null>
  title: string
  /** True on a phone. */
  fills: boolean
  onClose: () => void
  children: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
}

export function Panel(props: Props) {
  const { title, fills, onClose, footer, children } = props
  return fills ? (
    <Dialog title={title} width="sheet" onClose={onClose} footer={footer}>
      {children}
    </Dialog>
  ) : (
    <AnchoredPanel {...props} />
  )
}

const [gap_px, edge_px] = [6, 8]

function AnchoredPanel({ anchor, title, onClose, children, footer }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [panel, button] = [box.current, anchor.current]
    if (!panel || !button) return
    function place() {
      if (!panel || !button) return
      const at = button.getBoundingClientRect()
      const [above, below] = [at.top - gap_px - edge_px, innerHeight - at.bottom - gap_px - edge_px]
      panel.style.maxHeight = ''
      const opens_above = panel.offsetHeight > below && above > below
      panel.style.maxHeight = `${Math.max(200, opens_above ? above : below)}px`
      panel.style.top = `${opens_above ? at.top - gap_px - panel.offsetHeight : at.bottom + gap_px}px`
      panel.style.left = `${Math.max(edge_px, Math.min(at.left, innerWidth - panel.offsetWidth - edge_px))}px`
    }
    if (!panel.matches(':popover-open')) panel.showPopover()
    place()
    panel.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
    addEventListener('scroll', place, { passive: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place)
      removeEventListener('resize', place)
      if (panel.contains(document.activeElement)) button.focus({ preventScroll: true })
    }
  }, [anchor])
  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      aria-label={title}
      className={`flush text-13 ink bordered on-card ${styles.panel}`}
      onToggle={(event) => event.newState === 'closed' && event.target === event.currentTarget && onClose()}
    >
      <div className={styles.body}>{children}</div>
      {footer && <div className={`row wrap to-end gap-8 ${styles.footer}`}>{footer}</div>}
    </div>
  )
}
