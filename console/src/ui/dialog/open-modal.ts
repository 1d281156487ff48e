/**
 * Opens a dialog in two steps. Making the page behind it inert styles every element of the page again, which
 * costs more than drawing the dialog: it is painted first, as a popover, and is modal right after.
 */
import { afterPaint } from '#src/lib/after-paint.ts'

/**
 * `startOf` names what takes the focus once the dialog is modal, unless another of its elements has it.
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
  dialog.showPopover()
  const stop = afterPaint(() => {
    removeEventListener('keydown', onKey, true)
    const at = document.activeElement
    const target = at instanceof HTMLElement && dialog.contains(at) ? at : startOf()
    // Else the browser would return the focus to where it was, and then choose the close button.
    if (at !== document.body && dialog.contains(at)) (at as HTMLElement).blur()
    target?.setAttribute('autofocus', '')
    dialog.setAttribute('data-shown', '')
    dialog.popover = null
    dialog.showModal()
    target?.removeAttribute('autofocus')
    if (target && document.activeElement !== target) target.focus()
    opened()
  })
  return () => {
    stop()
    removeEventListener('keydown', onKey, true)
    if (dialog.open) dialog.close()
    else dialog.popover = null
  }
}
