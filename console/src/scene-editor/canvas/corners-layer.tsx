/**
 * The handles of the selected lot: its corners, and midpoints for inserting a new corner. The corners have no
 * transform: with one of its own for each, the browser builds its layers again for each frame of a drag.
 */
import { useWords } from '#src/core/words.ts'
import { useEditor, useEditorStore } from '../state/editor-store.ts'
import { lotOf, lotsAt, pointOf } from '../model/document.ts'
import { selectedLots, previewDocument } from '../model/editor.ts'
import { onScreen } from '../model/geometry.ts'
import { middlesOf } from '../model/hit.ts'
import { cornerName, numberOf } from '../state/names.ts'
import styles from './stage.module.css'

export function CornersLayer() {
  const store = useEditorStore()
  const document = useEditor(previewDocument)
  const view = useEditor((editor) => editor.view)
  const size = useEditor((editor) => editor.size)
  const selection = useEditor((editor) => editor.selection)
  const gesture = useEditor((editor) => editor.gesture)
  const idle = useEditor((editor) => editor.tool.kind === 'select')
  const over = useEditor((editor) => editor.hover?.over)
  const words = useWords('camera').scene
  const chosen = selectedLots({ selection })
  const lot = chosen.length === 1 && idle ? lotOf(document, chosen[0]!) : undefined
  if (!lot || gesture.kind === 'dragging_lots') return null
  const onto =
    gesture.kind === 'dragging_corner' && gesture.onto
      ? onScreen(pointOf(document, gesture.onto), view, size)
      : undefined
  return (
    <g>
      {gesture.kind !== 'dragging_corner' &&
        middlesOf(document, lot, view, size).map(({ edge, at }) => {
          const [x, y] = onScreen(at, view, size)
          const insert = () =>
            store.dispatch({ kind: 'do', command: { kind: 'insert_point', lot: lot.id, edge, at } })
          return (
            <g
              key={edge}
              className={styles.middle}
              transform={`translate(${x} ${y})`}
              role="button"
              tabIndex={-1}
              aria-label={words.middle_name(numberOf(words, lot), edge + 1)}
              data-over={over?.kind === 'middle' && over.edge === edge}
              onClick={(event) => event.detail === 0 && insert()}
            >
              <circle className={styles.reach} />
              <circle r="4.5" />
              <path d="M-2 0H2M0-2V2" />
            </g>
          )
        })}
      {lot.corners.map((point) => {
        const [x, y] = onScreen(pointOf(document, point), view, size)
        const sharing = lotsAt(document, point)
        const select = () =>
          store.dispatch({ kind: 'select', selection: { kind: 'corner', lot: lot.id, point } })
        return (
          <g
            key={point}
            className={styles.corner}
            role="button"
            tabIndex={0}
            aria-label={cornerName(words, lot, point, sharing)}
            aria-pressed={selection.kind === 'corner' && selection.point === point}
            data-shared={sharing.length > 1}
            data-over={over?.kind === 'corner' && over.point === point}
            data-dragged={gesture.kind === 'dragging_corner' && gesture.point === point}
            onFocus={() => store.get().gesture.kind === 'idle' && select()}
            onClick={(event) => event.detail === 0 && select()}
          >
            <circle className={styles.reach} cx={x} cy={y} />
            <circle className={styles.rim} cx={x} cy={y} r="9" />
            <circle className={styles.dot} cx={x} cy={y} r="6" />
          </g>
        )
      })}
      {onto && <circle className={styles.snap} cx={onto[0]} cy={onto[1]} r="11" />}
    </g>
  )
}
