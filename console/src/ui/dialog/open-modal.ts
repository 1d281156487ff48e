/**
 * Opens a dialog in two steps. Making the page behind it inert styles every element of the page again, which
 * costs more than drawing the dialog: it is painted first, as a popover, and is modal right after.
 */
import { afterPaint } from '#src/lib/after-paint.ts'

/**
 * `startOf` names what takes the focus; once more when the dialog is modal, unless the user has moved it.
 * `cancel` is called for Esc before that. Returns what closes the dialog.
 */
export function openModal(
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
    // Else the browser would return the focus to where it was before.
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

/** Opens with the focus on `target`; the browser chooses where there is none. */
function focusing(target: HTMLElement | undefined, open: () => void): void {
  // Named before it opens: a second focus would lay the page out twice.
  target?.setAttribute('autofocus', '')
  open()
  target?.removeAttribute('autofocus')
  if (target && document.activeElement !== target) target.focus()
}
