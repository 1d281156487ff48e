/** Every lot as an outline with its number. A lot renders again only when it changed itself: a drag among 200 touches one or two. */
import { memo, useMemo, type CSSProperties } from 'react'
import { useWords } from '../words.ts'
import { useEditor, useEditorStore } from './editor-store.ts'
import { outlineIn, type LotId } from './model/document.ts'
import { selectedLots, shown } from './model/editor.ts'
import { boxOf, crossesItself, labelPoint } from './model/polygon.ts'
import { lotName, numberOf } from './names.ts'
import styles from './stage.module.css'

export type Tone = 'good' | 'warning' | 'error'
export type Tones = ReadonlyMap<LotId, Tone>

/** A lot narrower than this on the screen carries no number unless it is pointed at: numbers would hide it. */
const label_needs_px = 26

export function LotsLayer({ id, tones }: { id: string; tones: Tones }) {
  const document = useEditor(shown)
  const size = useEditor((editor) => editor.size)
  const view = useEditor((editor) => editor.view)
  const selection = useEditor((editor) => editor.selection)
  const over = useEditor((editor) => (editor.hover?.over.kind === 'lot' ? editor.hover.over.lot : undefined))
  const dragging = useEditor((editor) => editor.gesture.kind === 'dragging_corner' || editor.gesture.kind === 'dragging_lots')
  const drawing = useEditor((editor) => editor.tool.kind === 'draw' && editor.tool.corners.length > 0)
  const words = useWords('camera').scene
  // While the next lot is being drawn, that one is what matters.
  const selected = drawing ? [] : selectedLots({ selection })
  const drawn = useMemo(
    () =>
      document.lots.map((lot) => {
        const points = outlineIn(document, lot, size)
        const box = boxOf(points)
        return { lot, points, at: labelPoint(points), width: Math.max(box.right - box.left, box.bottom - box.top) }
      }),
    [document, size],
  )
  const stop = selected[0] ?? document.lots[0]?.id
  const style = { '--k': 1 / view.scale } as CSSProperties
  return (
    <g transform={`matrix(${view.scale} 0 0 ${view.scale} ${view.x} ${view.y})`} style={style}>
      <g id={id}>
        {drawn.map(({ lot, points, at, width }) => (
          <LotShape
            key={lot.id} id={lot.id} name={lotName(words, lot)} label={numberOf(words, lot)} points={points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')}
            x={at[0]} y={at[1]} selected={selected.includes(lot.id)} over={over === lot.id} stop={stop === lot.id}
            labelled={width * view.scale >= label_needs_px || selected.includes(lot.id) || over === lot.id}
            tone={dragging && selected.includes(lot.id) ? (crossesItself(points) ? 'error' : 'good') : (tones.get(lot.id) ?? 'good')}
          />
        ))}
      </g>
    </g>
  )
}

type ShapeProps = {
  id: LotId
  name: string
  label: string
  points: string
  x: number
  y: number
  selected: boolean
  over: boolean
  /** The one lot that Tab stops at; PageUp and PageDown go on from there. */
  stop: boolean
  labelled: boolean
  tone: Tone
}

const LotShape = memo(function LotShape({ id, name, label, points, x, y, selected, over, stop, labelled, tone }: ShapeProps) {
  const store = useEditorStore()
  const select = () => store.dispatch({ kind: 'select', selection: { kind: 'lots', lots: [id] } })
  return (
    <g
      className={styles.lot} role="button" tabIndex={stop ? 0 : -1} aria-label={name} aria-pressed={selected} data-lot={id} data-tone={tone} data-selected={selected} data-over={over}
      // A press focuses too, and the model has begun a gesture by then; only the keyboard's focus selects.
      onFocus={() => store.get().gesture.kind === 'idle' && !selected && select()}
      onClick={(event) => event.detail === 0 && select()}
    >
      <polygon className={styles.halo} points={points} />
      <polygon className={styles.line} points={points} />
      {labelled && (
        <g transform={`translate(${x} ${y})`}>
          <text className={styles.label}>{label}</text>
        </g>
      )}
    </g>
  )
})
