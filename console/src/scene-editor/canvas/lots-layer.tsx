/**
 * Every lot as an outline, their numbers above all outlines. Zooming transforms the group; `--k` keeps
 * numbers about constant. They get a font size: 200 transforms cost 25 ms a frame at a slow processor.
 */
import { memo, useMemo, type CSSProperties } from 'react'
import { useWords } from '#src/core/words.ts'
import { useEditor, useEditorStore } from '../state/editor-store.ts'
import type { Lot, LotId } from '../model/document.ts'
import { selectedLots } from '../model/editor.ts'
import type { View } from '../model/geometry.ts'
import { idsIn, movingLots } from '../model/moving.ts'
import { shownLabels } from '../model/shown-labels.ts'
import { lotName, numberOf } from '../state/names.ts'
import { cellsOf, drawnOf, label_needs_px, LotLines, stepOf, type DrawnLot } from './lot-lines.tsx'
import type { Tone, Tones } from '../state/remarks.ts'
import styles from './stage.module.css'

type LayerProps = {
  id: string
  tones: Tones
  /** The view to draw for. */
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
  // Not the preview of a drag: MovingLayer draws what moves, so that the others are not drawn for each move.
  const document = useEditor((editor) => editor.history.document)
  const moving = idsIn(useEditor(movingLots))
  const size = useEditor((editor) => editor.size)
  const selection = useEditor((editor) => editor.selection)
  const drawing = useEditor((editor) => editor.tool.kind === 'draw' && editor.tool.corners.length > 0)
  const words = useWords('camera').scene
  // While a new lot is drawn, no other lot is shown as selected.
  const selected = drawing ? [] : selectedLots({ selection })
  const stop = selected[0] ?? document.lots[0]?.id
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
  const isSmall = (lot: Lot) =>
    !selected.includes(lot.id) &&
    (drawnOf(document, lot, size).width * scale < label_needs_px || !shown.has(lot.id))
  // In steps, and on the numbers alone: each change of --k styles them again.
  const style = { '--k': 1 / scale } as CSSProperties
  const outlines = (
    <g id={id}>
      {document.lots.map((lot) => {
        const shape = drawnOf(document, lot, size)
        const chosen = selected.includes(lot.id)
        return (
          <LotShape
            key={lot.id}
            id={lot.id}
            name={lotName(words, lot)}
            shape={shape}
            selected={chosen}
            stop={stop === lot.id}
            cells={cellsOf(document, lot)}
            tone={tones.get(lot.id) ?? 'good'}
            moving={moving.includes(lot.id)}
          />
        )
      })}
    </g>
  )
  return (
    <>
      {outlines}
      <g style={style}>
        {document.lots.map((lot) => (
          <LotLabel
            key={lot.id}
            id={lot.id}
            text={numberOf(words, lot)}
            at={drawnOf(document, lot, size).label}
            small={isSmall(lot)}
            moving={moving.includes(lot.id)}
          />
        ))}
      </g>
    </>
  )
})

/** The number of a lot; of a small lot only under the pointer. */
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
  const unseen = useEditor(({ hover }) => small && !(hover?.over.kind === 'lot' && hover.over.lot === id))
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
  selected: boolean
  /** Only one lot is a Tab stop; PageUp and PageDown move between lots. */
  stop: boolean
  /** Number of motorcycles side by side in the lot (spec §5: 1 to 32). */
  cells: number
  tone: Tone
  moving: boolean
}

const LotShape = memo(function LotShape(props: ShapeProps) {
  const { id, name, shape, selected, stop, cells, tone, moving } = props
  const store = useEditorStore()
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
      // A press focuses the lot too, but has already started a gesture; only keyboard focus selects.
      onFocus={() => store.get().gesture.kind === 'idle' && !selected && select()}
      onClick={(event) => event.detail === 0 && select()}
    >
      <LotLines shape={shape} cells={cells} />
    </g>
  )
})
