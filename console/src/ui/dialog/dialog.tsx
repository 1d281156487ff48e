/**
 * A modal dialog based on the native element, which traps the focus, closes on Esc and restores the focus. It
 * opens when it is rendered.
 */
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { afterPaint } from '#src/lib/after-paint.ts'
import { CloseIcon } from '../icons.tsx'
import { moveToasts } from '../toast.tsx'
import { useUiWords } from '../ui-words.tsx'
import classes from './dialog.module.css'

type Props = {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  /** `sheet`: at the side, in full height; the whole window on a phone. */
  width?: 'small' | 'medium' | 'large' | 'full' | 'sheet'
  /** False if closing by Esc or by a click outside would lose work. */
  dismissable?: boolean
  role?: 'dialog' | 'alertdialog'
}

export function Dialog({
  title,
  onClose,
  children,
  footer,
  width = 'medium',
  dismissable = true,
  role = 'dialog',
}: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const words = useUiWords()
  const downOutside = useRef(false)
  const latest = useRef<() => void>(undefined)

  useEffect(() => {
    latest.current = dismissable ? onClose : undefined
  })

  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    // The browser itself would choose the close button.
    const startOf = () =>
      dialog?.querySelector<HTMLElement>('[data-autofocus]') ??
      dialog?.querySelector<HTMLElement>(
        ':is(input:not([type=radio]), input[type=radio]:checked, select, textarea):not([hidden], :disabled)',
      ) ??
      undefined
    const close =
      dialog && openModal(dialog, startOf, { cancel: () => latest.current?.(), opened: moveToasts })
    return () => {
      close?.()
      moveToasts()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  return (
    <dialog
      ref={ref}
      className={`clip ink bordered on-card ${classes['dialog']}`}
      data-width={width}
      role={role}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return // from a dialog inside this one
        event.preventDefault()
        if (dismissable) onClose()
      }}
      onPointerDown={(event) => (downOutside.current = event.target === ref.current)}
      onClick={(event) => {
        if (event.target === ref.current && downOutside.current && dismissable) onClose()
      }}
    >
      <div className={`row spread gap-16 line-below ${classes['head']}`}>
        <h2 id={id} className="text-16 bold leading-14">
          {title}
        </h2>
        <button
          type="button"
          className={`plain center ink-3 round-6 ${classes['close']}`}
          aria-label={words.close}
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </div>
      <div className={classes['body']}>{children}</div>
      {footer && (
        <div className={`flex wrap to-end gap-8 line-above on-subtle ${classes['footer']}`}>{footer}</div>
      )}
    </dialog>
  )
}

/**
 * Opens a dialog in two steps. Making the page behind it inert restyles every element of the page, which
 * costs more than drawing the dialog. So it is first painted as a popover and made modal right after.
 * `startOf` returns the element to focus. It is focused again when the dialog becomes modal, unless the user
 * has moved the focus. `cancel` is called if Esc is pressed before that. Returns a function that closes the
 * dialog.
 */
function openModal(
  dialog: HTMLDialogElement,
  startOf: () => HTMLElement | undefined,
  { cancel, opened }: { cancel: () => void; opened: () => void },
): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    cancel()
  }
  addEventListener('keydown', onKey, true)
  dialog.popover = 'manual'
  focusing(startOf(), () => dialog.showPopover())
  const first = document.activeElement
  const stop = afterPaint(() => {
    removeEventListener('keydown', onKey, true)
    const at = document.activeElement
    const inside = at instanceof HTMLElement && dialog.contains(at) ? at : undefined
    // Otherwise the browser would return the focus to its previous element.
    inside?.blur()
    dialog.setAttribute('data-shown', '')
    dialog.popover = null
    focusing(inside && inside !== first ? inside : (startOf() ?? inside), () => dialog.showModal())
    opened()
  })
  return () => {
    stop()
    removeEventListener('keydown', onKey, true)
    if (dialog.open) dialog.close()
    else dialog.popover = null
  }
}

/** Opens with the focus on `target`; without one the browser chooses. */
function focusing(target: HTMLElement | undefined, open: () => void): void {
  // Marked before opening, because a second focus would lay the page out twice.
  target?.setAttribute('autofocus', '')
  open()
  target?.removeAttribute('autofocus')
  if (target && document.activeElement !== target) target.focus()
}
