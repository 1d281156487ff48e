/**
 * The lot being drawn or the strip being cut: its corners, a line to the pointer, the closing line and the
 * crosshair.
 */
import { useEditor } from '../state/editor-store.ts'
import { isQuad, placeOf, type Editor } from '../model/editor.ts'
import { onScreen, toScreen, type ScreenPoint } from '../model/geometry.ts'
import { untangled } from '../model/polygon.ts'
import { cutStrip, quadOf, stripNumbers, type StripTool } from '../model/strip.ts'
import styles from './stage.module.css'

export function DrawingLayer() {
  const editor = useEditor((now) => (now.tool.kind === 'select' ? undefined : now))
  if (editor?.tool.kind === 'strip') return <StripDrawing editor={editor} tool={editor.tool} />
  if (!editor || editor.tool.kind !== 'draw') return null
  const { tool, view, size, stage, hover } = editor
  const placed = tool.corners.map((corner) => onScreen(placeOf(editor, corner), view, size))
  const next = hover ? onScreen(hover.place, view, size) : undefined
  const whole = next ? [...placed, next] : placed
  const order = isQuad(tool.shape) ? untangled(whole) : [...whole.keys()]
  const closing = isQuad(tool.shape) && whole.length === 4
  const [first, last] = [placed[0], placed.at(-1)]
  return (
    <g className="untouchable">
      {next && hover?.input !== 'touch' && <Cross at={next} width={stage.width} height={stage.height} />}
      {whole.length >= 3 && <polygon className={styles.fill} points={text(order.map((i) => whole[i]!))} />}
      {placed.length >= 2 && !closing && <Line className={styles.drawn} points={placed} />}
      {closing && <Line className={styles.drawn} points={[...order, order[0]!].map((i) => whole[i]!)} />}
      {next && last && !closing && <Line className={styles.rubber} points={[last, next]} />}
      {next && first && placed.length >= 2 && !closing && (
        <Line className={styles.rubber} points={[next, first]} />
      )}
      {placed.map(([x, y], i) => (
        <g
          key={i}
          transform={`translate(${x} ${y})`}
          className={styles.placed}
          data-first={i === 0 && placed.length >= 3}
        >
          <circle r={i === 0 && placed.length >= 3 ? 7 : 5} />
        </g>
      ))}
      {next && (
        <circle
          className={hover?.onto ? styles.snap : styles.next}
          cx={next[0]}
          cy={next[1]}
          r={hover?.onto ? 11 : 4}
        />
      )}
    </g>
  )
}

/** The strip with its cuts and the lot numbers that will be assigned. */
function StripDrawing({ editor, tool }: { editor: Editor; tool: StripTool }) {
  const { view } = editor
  const quad = quadOf(editor, tool).map((at) => toScreen(at, view))
  const rows = cutStrip(quadOf(editor, tool), tool.plan.count, tool.plan.turned)?.map((row) =>
    row.map((at) => toScreen(at, view)),
  )
  const [near, far] = [rows?.[0] ?? [], rows?.[1] ?? []]
  const numbers = stripNumbers(tool.plan)
  return (
    <g className="untouchable" data-bad={rows === undefined}>
      <polygon className={styles.fill} points={text(quad)} />
      {near.slice(1, -1).map((at, i) => (
        <Line key={i} className={styles.drawn} points={[at, far[i + 1]!]} />
      ))}
      <Line className={styles.drawn} points={[...quad, quad[0]!]} />
      {numbers.map((number, i) => {
        const [a, b, c, d] = [near[i], near[i + 1], far[i + 1], far[i]]
        if (!a || !b || !c || !d || Math.hypot(a[0] - c[0], a[1] - c[1]) < label_needs_px) return null
        return (
          <text
            key={i}
            className={styles.label}
            x={(a[0] + b[0] + c[0] + d[0]) / 4}
            y={(a[1] + b[1] + c[1] + d[1]) / 4}
          >
            {number}
          </text>
        )
      })}
      {quad.map(([x, y], i) => (
        <g key={i} transform={`translate(${x} ${y})`} className={styles.placed} data-first={i === 0}>
          <circle r={7} />
        </g>
      ))}
    </g>
  )
}

/** In screen pixels. A cut lot with a shorter diagonal shows no number, because it would cover the lines. */
const label_needs_px = 30

const text = (points: readonly ScreenPoint[]): string =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')

function Cross({ at: [x, y], width, height }: { at: ScreenPoint; width: number; height: number }) {
  const d = `M0 ${y}H${width}M${x} 0V${height}`
  return (
    <>
      <path className={styles.crossShade} d={d} />
      <path className={styles.cross} d={d} />
    </>
  )
}

/** A light line over a dark one, visible on any picture. */
function Line({ points, className }: { points: readonly ScreenPoint[]; className: string | undefined }) {
  return (
    <>
      <polyline className={styles.halo} points={text(points)} />
      <polyline className={className} points={text(points)} />
    </>
  )
}
