/**
 * Every lot as an outline, their numbers above all outlines. Zooming transforms the group; `--k` keeps the
 * strokes about constant. Long because labels get a font size: 200 transforms cost 25 ms a frame at 4x CPU.
 */
import { scene_type } from '@parking/contract/core/codes.ts'
import { motor_cells } from '@parking/contract/core/limits.ts'
import { memo, useMemo, type CSSProperties } from 'react'
import { useWords } from '#src/core/words.ts'
import { useEditor, useEditorStore } from '../state/editor-store.ts'
import { pointOf, type Lot, type LotId, type PointId, type SceneDocument } from '../model/document.ts'
import { selectedLots, previewDocument } from '../model/editor.ts'
import { toPicture, type PicturePoint, type SharePoint, type Size, type View } from '../model/geometry.ts'
import { boxOf, crossesItself, labelPoint } from '../model/polygon.ts'
import { shownLabels } from '../model/shown-labels.ts'
import { cutStrip } from '../model/strip.ts'
import { lotName, numberOf } from '../state/names.ts'
import type { Tone, Tones } from '../state/remarks.ts'
import styles from './stage.module.css'

type LayerProps = {
  id: string
  tones: Tones
  /** The view to draw for. */
  view: View
}

export const LotsLayer = memo(function LotsLayer({ id, tones, view }: LayerProps) {
  const scale = stepOf(view.scale)
  // In steps: each change of --k styles every lot again.
  const style = { '--k': 1 / scale } as CSSProperties
  return (
    <g transform={`matrix(${view.scale} 0 0 ${view.scale} ${view.x} ${view.y})`} style={style}>
      <Lots id={id} tones={tones} scale={scale} />
    </g>
  )
})

/** In steps of a quarter, so that not every turn of the wheel renders the lots. */
const stepOf = (scale: number): number => 2 ** (Math.round(Math.log2(scale) * 3) / 3)

/**
 * Pixels on the screen. A narrower lot shows its number only under the pointer: the number would cover the
 * lot.
 */
const label_needs_px = 26

const Lots = memo(function Lots({ id, tones, scale }: Omit<LayerProps, 'view'> & { scale: number }) {
  const document = useEditor(previewDocument)
  const size = useEditor((editor) => editor.size)
  const selection = useEditor((editor) => editor.selection)
  const dragging = useEditor(
    (editor) => editor.gesture.kind === 'dragging_corner' || editor.gesture.kind === 'dragging_lots',
  )
  const drawing = useEditor((editor) => editor.tool.kind === 'draw' && editor.tool.corners.length > 0)
  const motorcycles = document.scene.scene_type === scene_type.motorcycle
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
  return (
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
            cells={motorcycles ? lot.motor_num : 1}
            tone={
              dragging && chosen
                ? crossesItself(shape.outline)
                  ? 'error'
                  : 'good'
                : (tones.get(lot.id) ?? 'good')
            }
          />
        )
      })}
      {document.lots.map((lot) => (
        <LotLabel
          key={lot.id}
          id={lot.id}
          text={numberOf(words, lot)}
          at={drawnOf(document, lot, size).label}
          small={isSmall(lot)}
        />
      ))}
    </g>
  )
})

/** The number of a lot; of a small lot only under the pointer. */
const LotLabel = memo(function LotLabel({
  id,
  text,
  at: [x, y],
  small,
}: {
  id: LotId
  text: string
  at: readonly [number, number]
  small: boolean
}) {
  const hidden = useEditor(({ hover }) => small && !(hover?.over.kind === 'lot' && hover.over.lot === id))
  return (
    <text className={styles.label} x={x} y={y} data-label={id} data-hidden={hidden || undefined}>
      {text}
    </text>
  )
})

type StrokeIcon = {
  readonly outline: readonly PicturePoint[]
  readonly points: string
  readonly label: readonly [number, number]
  readonly width: number
}

const known = new WeakMap<
  readonly PointId[],
  { readonly from: readonly SharePoint[]; readonly size: Size; readonly drawn: StrokeIcon }
>()

/**
 * The geometry of a lot on the picture. Returns the previous object while no corner moved, so that `memo`
 * skips it.
 */
function drawnOf(document: SceneDocument, lot: Lot, size: Size): StrokeIcon {
  const from = lot.corners.map((corner) => pointOf(document, corner))
  const old = known.get(lot.corners)
  if (old && old.size === size && old.from.every((at, i) => at === from[i])) return old.drawn
  const drawn = draw(from, size)
  known.set(lot.corners, { from, size, drawn })
  return drawn
}

function draw(from: readonly SharePoint[], size: Size): StrokeIcon {
  const outline = from.map((at) => toPicture(at, size))
  const box = boxOf(outline)
  const [x, y] = labelPoint(outline)
  return {
    outline,
    points: outline.map((at) => `${at[0].toFixed(2)},${at[1].toFixed(2)}`).join(' '),
    label: [x, y],
    width: Math.max(box.right - box.left, box.bottom - box.top),
  }
}

const pathPoint = ([x, y]: PicturePoint): string => `${x.toFixed(1)} ${y.toFixed(1)}`

/** Lines between a lot's motorcycle cells in perspective; empty unless the lot has four corners. */
function cellLines(outline: readonly PicturePoint[], cells: number): string {
  const [a, b, c, d] = outline
  const rows =
    a && b && c && d && outline.length === 4
      ? cutStrip([a, b, c, d], Math.min(cells, motor_cells.max), false)
      : undefined
  if (!rows) return ''
  const [near, far] = rows
  return near
    .slice(1, -1)
    .map((from, i) => `M${pathPoint(from)}L${pathPoint(far[i + 1]!)}`)
    .join('')
}

type ShapeProps = {
  id: LotId
  name: string
  shape: StrokeIcon
  selected: boolean
  /** Only one lot is a Tab stop; PageUp and PageDown move between lots. */
  stop: boolean
  /** Number of motorcycles side by side in the lot (spec §5: 1 to 32). */
  cells: number
  tone: Tone
}

const LotShape = memo(function LotShape({ id, name, shape, selected, stop, cells, tone }: ShapeProps) {
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
      // A press focuses the lot too, but has already started a gesture; only keyboard focus selects.
      onFocus={() => store.get().gesture.kind === 'idle' && !selected && select()}
      onClick={(event) => event.detail === 0 && select()}
    >
      <polygon className={styles.halo} points={shape.points} />
      <polygon className={styles.line} points={shape.points} />
      {cells > 1 && <path className={styles.cells} d={cellLines(shape.outline, cells)} />}
    </g>
  )
})
