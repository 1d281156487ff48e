/**
 * The lines of the selected lots and the fill of the lot under the pointer, above the lots and below their
 * numbers. They have a layer of their own: in the layer of the lots, each selection would paint all of them.
 */
import { memo } from 'react'
import { useEditor } from '../state/editor-store.ts'
import { lotOf, type LotId } from '../model/document.ts'
import { hoveredLot, selectedIds } from '../model/editor.ts'
import type { View } from '../model/geometry.ts'
import { idsIn, movingLots } from '../model/moving.ts'
import { drawnOf } from './lot-lines.tsx'
import type { Tones } from '../state/remarks.ts'
import styles from './stage.module.css'

/** `view`: the view that the lots are drawn for. */
export const HighlightLayer = memo(function HighlightLayer({
  id,
  tones,
  view,
}: {
  id: string
  tones: Tones
  view: View
}) {
  const size = useEditor((editor) => editor.size)
  return (
    <g transform={`matrix(${view.scale} 0 0 ${view.scale} ${view.x} ${view.y})`} aria-hidden="true">
      <rect className={styles.extent} width={size.width} height={size.height} />
      <g id={id}>
        <Highlights tones={tones} />
      </g>
    </g>
  )
})

const Highlights = memo(function Highlights({ tones }: { tones: Tones }) {
  const document = useEditor((editor) => editor.history.document)
  const size = useEditor((editor) => editor.size)
  const selected = idsIn(useEditor(selectedIds))
  const hovered = useEditor(hoveredLot)
  // MovingLayer draws the lots that move.
  const moving = idsIn(useEditor(movingLots))
  const shapeOf = (id: LotId) => {
    const lot = lotOf(document, id)
    return lot && !moving.includes(id) ? drawnOf(document, lot, size) : undefined
  }
  const under = hovered && !selected.includes(hovered) ? shapeOf(hovered) : undefined
  return (
    <>
      {hovered && under && (
        <polygon
          className={`untouchable ${styles.hovered}`}
          data-tone={tones.get(hovered) ?? 'good'}
          points={under.points}
        />
      )}
      {selected.map((id) => {
        const shape = shapeOf(id)
        return (
          shape && (
            <polygon
              key={id}
              className={styles.chosen}
              data-tone={tones.get(id) ?? 'good'}
              points={shape.points}
            />
          )
        )
      })}
    </>
  )
})
