/** What the finger covers, enlarged beside it, while a corner is placed or dragged by touch. */
import type { CSSProperties } from 'react'
import { useEditor } from '../state/editor-store.ts'
import { placeOf, type Editor, type Gesture } from '../model/editor.ts'
import { onScreen, toPicture } from '../model/geometry.ts'
import styles from './stage.module.css'

/** Its width in CSS pixels. */
const wide = 132
const magnified = 2.5
/** What a finger is doing when it covers the very place that matters. */
const shownWhile: readonly Gesture['kind'][] = ['placing', 'dragging_corner', 'dragging_strip']

export function Loupe({ src, layer }: { src: string | undefined; layer: string }) {
  const editor = useEditor((now) => (shownWhile.includes(now.gesture.kind) ? now : undefined))
  if (!editor?.hover || editor.hover.reach !== 'touch') return null
  const { hover, view, size, stage } = editor
  const [x, y] = onScreen(hover.place, view, size)
  const [px, py] = toPicture(hover.place, size)
  const scale = Math.max(view.scale * magnified, 0.75)
  // Above the finger; beside it where there is no room above.
  const above = y > wide + 40
  const left = Math.min(
    stage.width - wide - 8,
    Math.max(8, above ? x - wide / 2 : x > stage.width / 2 ? x - wide - 48 : x + 48),
  )
  const top = above ? y - wide - 32 : 8
  const drawn = drawnSoFar(editor)
  const style = { '--k': 1 / scale } as CSSProperties
  return (
    <svg
      className={styles.loupe}
      data-part="loupe"
      style={{ left, top }}
      width={wide}
      height={wide}
      viewBox={`0 0 ${wide} ${wide}`}
      aria-hidden="true"
    >
      <g
        transform={`translate(${wide / 2} ${wide / 2}) scale(${scale}) translate(${-px} ${-py})`}
        style={style}
      >
        {src && <image href={src} width={size.width} height={size.height} preserveAspectRatio="none" />}
        <use href={`#${layer}`} />
        {drawn && <polyline className={styles.halo} points={drawn} />}
        {drawn && <polyline className={styles.line} points={drawn} />}
      </g>
      <path
        className={styles.cross}
        d={`M${wide / 2} 24V${wide / 2 - 6}M${wide / 2} ${wide / 2 + 6}V${wide - 24}M24 ${wide / 2}H${wide / 2 - 6}M${wide / 2 + 6} ${wide / 2}H${wide - 24}`}
      />
      <circle className={styles.snap} cx={wide / 2} cy={wide / 2} r={hover.onto ? 9 : 3} />
    </svg>
  )
}

/** The outline that is being drawn, in pixels of the picture: a strip is whole, a lot ends where the finger is. */
function drawnSoFar(editor: Editor): string {
  const { tool, hover, size } = editor
  if (tool.kind === 'select') return ''
  const corners = tool.corners.map((corner) => placeOf(editor, corner))
  const line =
    tool.kind === 'strip' ? [...corners, ...corners.slice(0, 1)] : hover ? [...corners, hover.place] : corners
  return line.map((at) => toPicture(at, size).join()).join(' ')
}
