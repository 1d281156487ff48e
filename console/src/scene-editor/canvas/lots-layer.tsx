/** Every lot as an outline; a change of the view transforms the group. The numbers are in NumbersLayer. */
import { memo } from 'react'
import { useWords } from '#src/core/words.ts'
import { useEditor, useEditorAfterPaint, useEditorStore } from '../state/editor-store.ts'
import type { LotId } from '../model/document.ts'
import { selectedIds, shownSelected } from '../model/editor.ts'
import type { View } from '../model/geometry.ts'
import { idsIn, movingLots } from '../model/moving.ts'
import { lotName } from '../state/names.ts'
import { cellsOf, drawnOf, LotLines, type DrawnLot } from './lot-lines.tsx'
import type { Tone, Tones } from '../state/remarks.ts'
import styles from './stage.module.css'

type LayerProps = {
  id: string
  tones: Tones
  /** The view that the lots are drawn for. */
  view: View
}

export const LotsLayer = memo(function LotsLayer({ id, tones, view }: LayerProps) {
  return (
    <g transform={`matrix(${view.scale} 0 0 ${view.scale} ${view.x} ${view.y})`}>
      <Lots id={id} tones={tones} />
    </g>
  )
})

const Lots = memo(function Lots({ id, tones }: Omit<LayerProps, 'view'>) {
  // Not the preview of a drag: MovingLayer draws the lots that move, so that the others are not rendered
  // again.
  const document = useEditor((editor) => editor.history.document)
  const moving = idsIn(useEditor(movingLots))
  const size = useEditor((editor) => editor.size)
  const words = useWords('camera').scene
  // HighlightLayer shows a selection at once. These 200 lots follow for the keyboard and the screen reader.
  const selected = idsIn(useEditorAfterPaint(selectedIds))
  // Only one lot is a tab stop; PageUp and PageDown move between lots.
  const stop = selected[0] ?? document.lots[0]?.id
  return (
    <g id={id}>
      {document.lots.map((lot) => (
        <LotShape
          key={lot.id}
          id={lot.id}
          name={lotName(words, lot)}
          shape={drawnOf(document, lot, size)}
          cells={cellsOf(document, lot)}
          tone={tones.get(lot.id) ?? 'good'}
          moving={moving.includes(lot.id)}
          selected={selected.includes(lot.id)}
          stop={stop === lot.id}
        />
      ))}
    </g>
  )
})

type ShapeProps = {
  id: LotId
  name: string
  shape: DrawnLot
  /** Number of motorcycles side by side in the lot (spec §5: 1 to 32). */
  cells: number
  tone: Tone
  moving: boolean
  selected: boolean
  stop: boolean
}

const LotShape = memo(function LotShape(props: ShapeProps) {
  const { id, name, shape, cells, tone, moving, selected, stop } = props
  const store = useEditorStore()
  const select = () => store.dispatch({ kind: 'select', selection: { kind: 'lots', lots: [id] } })
  const selectFocused = () => {
    const editor = store.get()
    if (editor.gesture.kind === 'idle' && !shownSelected(editor).includes(id)) select()
  }
  return (
    <g
      className={`pointer ${styles.lot}`}
      role="button"
      tabIndex={stop ? 0 : -1}
      aria-label={name}
      aria-pressed={selected}
      data-lot={id}
      data-tone={tone}
      data-selected={selected}
      data-moving={moving || undefined}
      // Focused by the keyboard only: a press focuses the stage.
      onFocus={selectFocused}
      onClick={(event) => event.detail === 0 && select()}
    >
      <LotLines shape={shape} cells={cells} />
    </g>
  )
})
