/** The lot being drawn: corners so far, the rubber line to the pointer, the line that will close it, and the pointer's cross. */
import { useEditor } from './editor-store.ts'
import { placeOf } from './model/editor.ts'
import { onScreen, type ScreenPoint } from './model/geometry.ts'
import { untangled } from './model/polygon.ts'
import styles from './stage.module.css'

export function DrawingLayer() {
  const editor = useEditor((now) => (now.tool.kind === 'draw' ? now : undefined))
  if (!editor || editor.tool.kind !== 'draw') return null
  const { tool, view, size, stage, hover } = editor
  const placed = tool.corners.map((corner) => onScreen(placeOf(editor, corner), view, size))
  const next = hover ? onScreen(hover.place, view, size) : undefined
  const whole = next ? [...placed, next] : placed
  const order = tool.shape === 'quad' ? untangled(whole) : [...whole.keys()]
  const closing = tool.shape === 'quad' && whole.length === 4
  const [first, last] = [placed[0], placed.at(-1)]
  return (
    <g className={styles.drawing}>
      {next && hover?.reach !== 'touch' && (
        <path className={styles.cross} d={`M0 ${next[1]}H${stage.width}M${next[0]} 0V${stage.height}`} />
      )}
      {whole.length >= 3 && <polygon className={styles.fill} points={text(order.map((i) => whole[i]!))} />}
      {placed.length >= 2 && !closing && <Line className={styles.drawn} points={placed} />}
      {closing && <Line className={styles.drawn} points={[...order, order[0]!].map((i) => whole[i]!)} />}
      {next && last && !closing && <Line className={styles.rubber} points={[last, next]} />}
      {next && first && placed.length >= 2 && !closing && <Line className={styles.rubber} points={[next, first]} />}
      {placed.map(([x, y], i) => (
        <g key={i} transform={`translate(${x} ${y})`} className={styles.placed} data-first={i === 0 && placed.length >= 3}>
          <circle r={i === 0 && placed.length >= 3 ? 7 : 5} />
        </g>
      ))}
      {next && <circle className={hover?.onto ? styles.snap : styles.next} cx={next[0]} cy={next[1]} r={hover?.onto ? 11 : 4} />}
    </g>
  )
}

const text = (points: readonly ScreenPoint[]): string => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')

/** A line that reads on any picture: a dark one below a light one. */
function Line({ points, className }: { points: readonly ScreenPoint[]; className: string | undefined }) {
  return (
    <>
      <polyline className={styles.halo} points={text(points)} />
      <polyline className={className} points={text(points)} />
    </>
  )
}
