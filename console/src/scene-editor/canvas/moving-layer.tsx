/**
 * Previews the lots that a drag changes. They have their own layer: in the same layer as the others, each
 * pointer move would repaint hundreds of lots.
 */
import type { CSSProperties } from 'react'
import { useWords } from '#src/core/words.ts'
import { useEditor } from '../state/editor-store.ts'
import { pointOf, type SceneDocument } from '../model/document.ts'
import { previewDocument, selectedLots } from '../model/editor.ts'
import { idsIn, movingLots } from '../model/moving.ts'
import { crossesItself } from '../model/polygon.ts'
import { numberOf } from '../state/names.ts'
import type { Tones } from '../state/remarks.ts'
import { cellsOf, draw, label_needs_px, LotLines, stepOf } from './lot-lines.tsx'
import styles from './stage.module.css'

export function MovingLayer({ id, tones }: { id: string; tones: Tones }) {
  const moving = useEditor(movingLots)
  return moving === '' ? null : <MovingLots id={id} moving={moving} tones={tones} />
}

function MovingLots({ id, moving, tones }: { id: string; moving: string; tones: Tones }) {
  const document = useEditor(previewDocument)
  const view = useEditor((editor) => editor.view)
  const size = useEditor((editor) => editor.size)
  const style = { '--k': 1 / stepOf(view.scale) } as CSSProperties
  return (
    <g
      className="untouchable"
      transform={`matrix(${view.scale} 0 0 ${view.scale} ${view.x} ${view.y})`}
      style={style}
      aria-hidden="true"
    >
      <rect className={styles.extent} width={size.width} height={size.height} />
      <g id={id}>
        <Moving document={document} moving={moving} tones={tones} />
      </g>
    </g>
  )
}

function Moving({ document, moving, tones }: { document: SceneDocument; moving: string; tones: Tones }) {
  const size = useEditor((editor) => editor.size)
  const scale = useEditor((editor) => stepOf(editor.view.scale))
  const selection = useEditor((editor) => editor.selection)
  const words = useWords('camera').scene
  const chosen = selectedLots({ selection })
  const ids = idsIn(moving)
  return document.lots
    .filter((lot) => ids.includes(lot.id))
    .map((lot) => {
      const shape = draw(
        lot.corners.map((corner) => pointOf(document, corner)),
        size,
      )
      const selected = chosen.includes(lot.id)
      const [x, y] = shape.label
      const own = crossesItself(shape.outline) ? 'error' : 'good'
      const tone = selected ? own : (tones.get(lot.id) ?? 'good')
      return (
        <g key={lot.id} className={`pointer ${styles.lot}`} data-tone={tone}>
          <LotLines shape={shape} cells={cellsOf(document, lot)} />
          {selected && <polygon className={styles.chosen} data-tone={tone} points={shape.points} />}
          {(selected || shape.width * scale >= label_needs_px) && (
            <text className={styles.label} x={x} y={y}>
              {numberOf(words, lot)}
            </text>
          )}
        </g>
      )
    })
}
