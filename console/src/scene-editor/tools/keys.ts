/** The keyboard in one table: a key to what it does. Pure, so that the help can be held to it. */
import type { BusEvents } from '../model/reduce.ts'

export type Key = {
  readonly key: string
  readonly control: boolean
  readonly shift: boolean
  readonly alt: boolean
  readonly at: number
}
/** On the canvas every key is ours; elsewhere on the page only those that mean nothing to other controls. */
export type Where = 'canvas' | 'elsewhere'
export type Act =
  | { readonly kind: 'happen'; readonly event: BusEvents }
  | { readonly kind: 'save' | 'copy' | 'paste' | 'next_lot' | 'previous_lot' | 'unlink' }

const happen = (event: BusEvents): Act => ({ kind: 'happen', event })

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** What + and - zoom by. */
export const zoom_step = 1.25

/** What a key does, undefined for a key that is not ours. */
export function actOf(
  { key, control, shift, alt, at }: Key,
  where: Where,
  drawing: boolean,
): Act | undefined {
  if (alt) return undefined
  const letter = key.toLowerCase()
  if (control) {
    if (letter === 's') return { kind: 'save' }
    if (letter === 'z') return happen({ kind: shift ? 'redo' : 'undo' })
    if (letter === 'y') return happen({ kind: 'redo' })
    // Elsewhere on the page they are for text.
    if (where === 'canvas' && letter === 'c') return { kind: 'copy' }
    if (where === 'canvas' && letter === 'v') return { kind: 'paste' }
    return undefined
  }
  if (where === 'elsewhere') return undefined
  const arrow = arrows[key]
  if (arrow) return happen({ kind: 'nudge', by: shift ? [arrow[0] * 10, arrow[1] * 10] : arrow, at })
  switch (letter) {
    case 'v':
      return happen({ kind: 'tool', tool: 'select' })
    case 'd':
      return happen({ kind: 'tool', tool: 'quad' })
    case 'p':
      return happen({ kind: 'tool', tool: 'polygon' })
    case 'k':
      return happen({ kind: 'tool', tool: 'strip' })
    case 'm':
      return happen({ kind: 'mirror' })
    case 'u':
      return { kind: 'unlink' }
    case 'escape':
      return happen({ kind: 'escape' })
    case 'enter':
      return drawing ? happen({ kind: 'close' }) : undefined
    case ' ':
      return drawing ? happen({ kind: 'place' }) : undefined
    case 'delete':
      return happen({ kind: 'remove' })
    case 'backspace':
      return happen({ kind: drawing ? 'take_back' : 'remove' })
    case '+':
    case '=':
      return happen({ kind: 'zoom', factor: zoom_step })
    case '-':
    case '_':
      return happen({ kind: 'zoom', factor: 1 / zoom_step })
    case '0':
      return happen({ kind: 'fit' })
    case 'pagedown':
      return { kind: 'next_lot' }
    case 'pageup':
      return { kind: 'previous_lot' }
    default:
      return undefined
  }
}
