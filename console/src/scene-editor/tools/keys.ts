/** The keyboard shortcuts as a pure table, so that tests can compare it with the help dialog. */
import type { EditorEvent } from '../model/reduce.ts'

export type Key = {
  readonly key: string
  readonly control: boolean
  readonly shift: boolean
  readonly alt: boolean
  readonly at: number
}
/** The canvas handles all keys; the page handles only those that no other control uses. */
export type KeyScope = 'canvas' | 'page'
export type KeyAction =
  | { readonly kind: 'dispatch'; readonly event: EditorEvent }
  | { readonly kind: 'save' | 'copy' | 'paste' | 'next_lot' | 'previous_lot' | 'unlink' }

const dispatchOf = (event: EditorEvent): KeyAction => ({ kind: 'dispatch', event })

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Zoom factor of the + and - keys. */
export const zoom_step = 1.25

/** The action of a key; undefined for a key the editor does not use. */
export function keyActionOf(
  { key, control, shift, alt, at }: Key,
  where: KeyScope,
  drawing: boolean,
): KeyAction | undefined {
  if (alt) return undefined
  const letter = key.toLowerCase()
  if (control) {
    if (letter === 's') return { kind: 'save' }
    if (letter === 'z') return dispatchOf({ kind: shift ? 'redo' : 'undo' })
    if (letter === 'y') return dispatchOf({ kind: 'redo' })
    // Outside the canvas, copy and paste work on text.
    if (where === 'canvas' && letter === 'c') return { kind: 'copy' }
    if (where === 'canvas' && letter === 'v') return { kind: 'paste' }
    return undefined
  }
  if (where === 'page') return undefined
  const arrow = arrows[key]
  if (arrow) return dispatchOf({ kind: 'nudge', by: shift ? [arrow[0] * 10, arrow[1] * 10] : arrow, at })
  switch (letter) {
    case 'v':
      return dispatchOf({ kind: 'tool', tool: 'select' })
    case 'd':
      return dispatchOf({ kind: 'tool', tool: 'quad' })
    case 'p':
      return dispatchOf({ kind: 'tool', tool: 'polygon' })
    case 'k':
      return dispatchOf({ kind: 'tool', tool: 'strip' })
    case 'm':
      return dispatchOf({ kind: 'mirror' })
    case 'u':
      return { kind: 'unlink' }
    case 'escape':
      return dispatchOf({ kind: 'escape' })
    case 'enter':
      return drawing ? dispatchOf({ kind: 'close' }) : undefined
    case ' ':
      return drawing ? dispatchOf({ kind: 'place' }) : undefined
    case 'delete':
      return dispatchOf({ kind: 'remove' })
    case 'backspace':
      return dispatchOf({ kind: drawing ? 'remove_last_corner' : 'remove' })
    case '+':
    case '=':
      return dispatchOf({ kind: 'zoom', factor: zoom_step })
    case '-':
    case '_':
      return dispatchOf({ kind: 'zoom', factor: 1 / zoom_step })
    case '0':
      return dispatchOf({ kind: 'fit' })
    case 'pagedown':
      return { kind: 'next_lot' }
    case 'pageup':
      return { kind: 'previous_lot' }
    default:
      return undefined
  }
}
