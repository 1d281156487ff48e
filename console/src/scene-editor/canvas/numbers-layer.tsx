/**
 * The numbers of the lots, above all outlines. They are HTML because a browser lays out every text of an SVG
 * again for each transform of an element around it. Their positions are scaled instead of the layer: a font
 * that is scaled up is small itself, and a browser may have a minimum size for fonts.
 */
import { memo, useMemo, type CSSProperties } from 'react'
import { useWords } from '#src/core/words.ts'
import { useEditor, useEditorAfterPaint } from '../state/editor-store.ts'
import type { LotId } from '../model/document.ts'
import { shownSelected, type Editor } from '../model/editor.ts'
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
    <div className={styles.numbers} style={style} aria-hidden="true">
      <Numbers scale={stepOf(view.scale)} />
    </div>
  )
})

const documentIn = (editor: Editor) => editor.history.document
const selectionIn = (editor: Editor) => editor.selection

const Numbers = memo(function Numbers({ scale }: { scale: number }) {
  // After the frame that shows the new lots: 200 numbers take longer than their outlines.
  const document = useEditorAfterPaint(documentIn)
  const moving = idsIn(useEditorAfterPaint(movingLots))
  const size = useEditor((editor) => editor.size)
  const words = useWords('camera').scene
  // The selected lot shows its number at once. Numbers that it displaces disappear after its paint.
  const selection = useEditorAfterPaint(selectionIn)
  const shown = useMemo(
    () =>
      shownLabels(
        document.lots.map((lot) => {
          const [x, y] = drawnOf(document, lot, size).label
          return { id: lot.id, x: x * scale, y: y * scale, text: numberOf(words, lot) }
        }),
        selection.kind === 'lots' ? selection.lots : [],
      ),
    [document, size, scale, words, selection],
  )
  return document.lots.map((lot) => {
    const { label, width } = drawnOf(document, lot, size)
    return (
      <LotNumber
        key={lot.id}
        id={lot.id}
        text={numberOf(words, lot)}
        at={label}
        small={width * scale < label_needs_px || !shown.has(lot.id)}
        moving={moving.includes(lot.id)}
      />
    )
  })
})

/** The number of a lot; a small lot shows it only while selected or under the pointer. */
const LotNumber = memo(function LotNumber({
  id,
  text,
  at: [x, y],
  small,
  moving,
}: {
  id: LotId
  text: string
  /** The middle of the number, in pixels of the picture. */
  at: readonly [number, number]
  small: boolean
  moving: boolean
}) {
  const unseen = useEditor(
    (editor) =>
      small &&
      !(editor.hover?.over.kind === 'lot' && editor.hover.over.lot === id) &&
      !shownSelected(editor).includes(id),
  )
  return (
    <span
      className={styles.number}
      style={{ '--x': x, '--y': y, '--n': text.length } as CSSProperties}
      data-number={id}
      data-hidden={moving || unseen || undefined}
    >
      {text}
    </span>
  )
})
