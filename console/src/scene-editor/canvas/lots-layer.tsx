/**
 * Every lot as an outline, with the numbers above all outlines. Zooming transforms the group; `--k` keeps the
 * numbers at about the same size. It sets their font size, because 200 transforms cost 25 ms per frame on a
 * slow processor.
 */
import { memo, useDeferredValue, useMemo, type CSSProperties } from 'react'
import { useWords } from '#src/core/words.ts'
import { useEditor, useEditorStore } from '../state/editor-store.ts'
import type { LotId, SceneDocument } from '../model/document.ts'
import { selectedLots, type Editor } from '../model/editor.ts'
import type { Size, View } from '../model/geometry.ts'
import { idsIn, movingLots } from '../model/moving.ts'
import { shownLabels } from '../model/shown-labels.ts'
import { lotName, numberOf } from '../state/names.ts'
import { cellsOf, drawnOf, label_needs_px, LotLines, stepOf, type DrawnLot } from './lot-lines.tsx'
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
      <Lots id={id} tones={tones} scale={stepOf(view.scale)} />
    </g>
  )
})

const Lots = memo(function Lots({ id, tones, scale }: Omit<LayerProps, 'view'> & { scale: number }) {
  // Not the preview of a drag: MovingLayer draws the lots that move, so that the others are not rendered
  // again.
  const document = useEditor((editor) => editor.history.document)
  const moving = idsIn(useEditor(movingLots))
  const size = useEditor((editor) => editor.size)
  const words = useWords('camera').scene
  return (
    <>
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
          />
        ))}
      </g>
      <Labels document={document} size={size} scale={scale} moving={moving} />
    </>
  )
})

type LabelsProps = { document: SceneDocument; size: Size; scale: number; moving: readonly LotId[] }

function Labels({ document, size, scale, moving }: LabelsProps) {
  const words = useWords('camera').scene
  // The selected lot shows its number at once. Numbers that it displaces disappear in the next frame.
  const selection = useDeferredValue(useEditor((editor) => editor.selection))
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
  // In steps and only on the numbers, because each change of --k restyles them.
  const style = { '--k': 1 / scale } as CSSProperties
  return (
    <g style={style}>
      {document.lots.map((lot) => {
        const { label, width } = drawnOf(document, lot, size)
        return (
          <LotLabel
            key={lot.id}
            id={lot.id}
            text={numberOf(words, lot)}
            at={label}
            small={width * scale < label_needs_px || !shown.has(lot.id)}
            moving={moving.includes(lot.id)}
          />
        )
      })}
    </g>
  )
}

/** While a new lot is drawn, no other lot is shown as selected. */
const shownSelected = (editor: Editor): readonly LotId[] =>
  editor.tool.kind === 'draw' && editor.tool.corners.length > 0 ? [] : selectedLots(editor)

/** The number of a lot; a small lot shows it only while selected or under the pointer. */
const LotLabel = memo(function LotLabel({
  id,
  text,
  at: [x, y],
  small,
  moving,
}: {
  id: LotId
  text: string
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
  const hidden = moving || unseen
  return (
    <text className={styles.label} x={x} y={y} data-label={id} data-hidden={hidden || undefined}>
      {text}
    </text>
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
}

const LotShape = memo(function LotShape(props: ShapeProps) {
  const { id, name, shape, cells, tone, moving } = props
  const store = useEditorStore()
  // Each lot subscribes itself, so that a change of selection renders only two lots.
  const selected = useEditor((editor) => shownSelected(editor).includes(id))
  // Only one lot is a tab stop; PageUp and PageDown move between lots.
  const stop = useEditor((editor) => (shownSelected(editor)[0] ?? editor.history.document.lots[0]?.id) === id)
  const select = () => store.dispatch({ kind: 'select', selection: { kind: 'lots', lots: [id] } })
  return (
    <g
      className={styles.lot}
      role="button"
      tabIndex={stop ? 0 : -1}
      aria-label={name}
      aria-pressed={selected}
      data-lot={id}
      data-tone={tone}
      data-selected={selected}
      data-moving={moving || undefined}
      // A press focuses the lot too, but it has already started a gesture; only keyboard focus selects.
      onFocus={() => store.get().gesture.kind === 'idle' && !selected && select()}
      onClick={(event) => event.detail === 0 && select()}
    >
      <LotLines shape={shape} cells={cells} />
    </g>
  )
})
