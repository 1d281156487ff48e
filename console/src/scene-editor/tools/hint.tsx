/** One line below the picture that says what a click does now; it is announced to screen readers. */
import { useCallback } from 'react'
import { useWords } from '#src/core/words.ts'
import { useEditorAfterPaint } from '../state/editor-store.ts'
import { lotOf } from '../model/document.ts'
import { isQuad, type Editor } from '../model/editor.ts'
import { numberOf, type SceneWords } from '../state/names.ts'
import styles from './toolbar.module.css'

const coarse = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches

export function Hint() {
  const words = useWords('camera').scene
  const text = useEditorAfterPaint(useCallback((editor: Editor) => hintOf(editor, words, coarse()), [words]))
  return (
    <p className={`text-13 ink-2 line-above on-subtle leading-20 ${styles.hint}`} role="status">
      {text}
    </p>
  )
}

function hintOf({ tool, gesture, selection, history }: Editor, words: SceneWords, touch: boolean): string {
  const { hints } = words
  if (gesture.kind === 'dragging_corner')
    return gesture.onto ? hints.joined : touch ? hints.dragging_touch : hints.dragging
  if (tool.kind === 'strip') return touch ? words.strip.hint_touch : words.strip.hint
  if (tool.kind === 'draw') {
    const placed = tool.corners.length
    const first = tool.shape === 'strip' ? words.strip.first : hints.first
    if (touch) return `${placed === 0 ? first : words.said.placed(placed)}；${hints.next_touch}`
    if (placed === 0) return first
    return isQuad(tool.shape) ? hints.next_quad(placed + 1) : hints.next_polygon(placed + 1)
  }
  if (selection.kind === 'corner') return touch ? hints.corner_touch : hints.corner
  if (selection.kind === 'none') return touch ? hints.none_touch : hints.none
  if (selection.lots.length > 1) return touch ? hints.several_touch : hints.several
  const lot = lotOf(history.document, selection.lots[0]!)
  const hint = touch ? hints.lot_touch : hints.lot
  return lot ? `${words.said.selected(numberOf(words, lot))}；${hint}` : hint
}
