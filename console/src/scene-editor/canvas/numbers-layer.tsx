/**
 * The numbers of the lots, above all outlines. They are HTML because a browser lays out every text of an SVG
 * again for each transform of an element around it. Their positions are scaled instead of the layer: a font
 * that is scaled up is small itself, and a browser may have a minimum size for fonts.
 */
import { memo, useMemo, type CSSProperties } from 'react'
import { useWords } from '#src/core/words.ts'
import { useEditor, useEditorAfterPaint } from '../state/editor-store.ts'
import { lotOf, type LotId, type SceneDocument } from '../model/document.ts'
import { hoveredLot, selectedIds, type Editor } from '../model/editor.ts'
import type { View } from '../model/geometry.ts'
import { idsIn, movingLots } from '../model/moving.ts'
import { shownLabels } from '../model/shown-labels.ts'
import { numberOf } from '../state/names.ts'
import { drawnOf, label_needs_px, stepOf } from './lot-lines.tsx'
import styles from './stage.module.css'

/** `view`: the view that the lots are drawn for. The lots have names of their own for a screen reader. */
export const NumbersLayer = memo(function NumbersLayer({ view }: { view: View }) {
  const style = { transform: `translate(${view.x}px, ${view.y}px)`, '--scale': view.scale } as CSSProperties
  return (
    <div className={`grid start untouchable ${styles.numbers}`} style={style} aria-hidden="true">
      <Numbers scale={stepOf(view.scale)} />
    </div>
  )
})

const documentIn = (editor: Editor) => editor.history.document

const Numbers = memo(function Numbers({ scale }: { scale: number }) {
  // After the frame that shows the new lots: 200 numbers take longer than their outlines.
  const document = useEditorAfterPaint(documentIn)
  const moving = idsIn(useEditorAfterPaint(movingLots))
  const size = useEditor((editor) => editor.size)
  const words = useWords('camera').scene
  // The selected lot shows its number at once. Numbers that it displaces disappear after its paint.
  const selected = useEditorAfterPaint(selectedIds)
  const shown = useMemo(() => {
    const labels = document.lots.map((lot) => {
      const [x, y] = drawnOf(document, lot, size).label
      return { id: lot.id, x: x * scale, y: y * scale, text: numberOf(words, lot) }
    })
    const fitting = shownLabels(labels, idsIn(selected))
    const wide = document.lots.filter((lot) => drawnOf(document, lot, size).width * scale >= label_needs_px)
    return new Set(wide.map(({ id }) => id).filter((id) => fitting.has(id)))
  }, [document, size, scale, words, selected])
  return (
    <>
      {document.lots.map((lot) => (
        <LotNumber
          key={lot.id}
          id={lot.id}
          text={numberOf(words, lot)}
          at={drawnOf(document, lot, size).label}
          hidden={moving.includes(lot.id) || !shown.has(lot.id)}
        />
      ))}
      <RaisedNumbers document={document} shown={shown} moving={moving} />
    </>
  )
})

/** The numbers without room that a lot shows while selected or under the pointer. */
function RaisedNumbers({
  document,
  shown,
  moving,
}: {
  document: SceneDocument
  shown: ReadonlySet<LotId>
  moving: readonly LotId[]
}) {
  const hovered = useEditor(hoveredLot)
  const selected = idsIn(useEditor(selectedIds))
  const size = useEditor((editor) => editor.size)
  const words = useWords('camera').scene
  const raised = new Set(hovered ? [hovered, ...selected] : selected)
  return [...raised].map((id) => {
    const lot = shown.has(id) || moving.includes(id) ? undefined : lotOf(document, id)
    return (
      lot && (
        <LotNumber
          key={id}
          id={id}
          text={numberOf(words, lot)}
          at={drawnOf(document, lot, size).label}
          hidden={false}
        />
      )
    )
  })
}

const LotNumber = memo(function LotNumber({
  id,
  text,
  at: [x, y],
  hidden,
}: {
  id: LotId
  text: string
  /** The middle of the number, in pixels of the picture. */
  at: readonly [number, number]
  hidden: boolean
}) {
  return (
    <span
      className={`bold nowrap text-center ${styles.number}`}
      style={{ '--x': x, '--y': y, '--n': text.length } as CSSProperties}
      data-number={id}
      data-hidden={hidden || undefined}
    >
      {text}
    </span>
  )
})
