/**
 * Opens a dialog in two steps. Making the page behind it inert restyles every element of the page, which
 * costs more than drawing the dialog. So it is first painted as a popover and made modal right after.
 */
import { afterPaint } from '#src/lib/after-paint.ts'

/**
 * `startOf` returns the element to focus. It is focused again when the dialog becomes modal, unless the user
 * has moved the focus. `cancel` is called if Esc is pressed before that. Returns a function that closes the
 * dialog.
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
