/** Magnifies the area under the finger while a corner is placed or dragged by touch. */
import type { CSSProperties } from 'react'
import { useEditor } from '../state/editor-store.ts'
import { placeOf, type Editor, type Gesture } from '../model/editor.ts'
import { onScreen, toPicture } from '../model/geometry.ts'
import styles from './stage.module.css'

/** Width in CSS pixels. */
const size_px = 132
const centre = size_px / 2
/** Four lines that leave a gap in the middle. */
const crosshair =
  `M${centre} 24V${centre - 6}M${centre} ${centre + 6}V${size_px - 24}` +
  `M24 ${centre}H${centre - 6}M${centre + 6} ${centre}H${size_px - 24}`
const magnified = 2.5
/** Gestures in which the finger covers the relevant point. */
const shownWhile: readonly Gesture['kind'][] = ['placing', 'dragging_corner', 'dragging_strip']

export function Loupe({ src, layers }: { src: string | undefined; layers: readonly string[] }) {
  const editor = useEditor((now) => (shownWhile.includes(now.gesture.kind) ? now : undefined))
  if (!editor?.hover || editor.hover.input !== 'touch') return null
  const { hover, view, size, stage } = editor
  const [x, y] = onScreen(hover.place, view, size)
  const [px, py] = toPicture(hover.place, size)
  const scale = Math.max(view.scale * magnified, 0.75)
  // Above the finger, or next to it if there is no space above.
  const above = y > size_px + 40
  const left = Math.min(
    stage.width - size_px - 8,
    Math.max(8, above ? x - centre : x > stage.width / 2 ? x - size_px - 48 : x + 48),
  )
  const top = above ? y - size_px - 32 : 8
  const drawn = drawnSoFar(editor)
  const style = { '--k': 1 / scale } as CSSProperties
  return (
    <svg
      className={`clip circle untouchable ${styles.loupe}`}
      data-part="loupe"
      style={{ left, top }}
      width={size_px}
      height={size_px}
      viewBox={`0 0 ${size_px} ${size_px}`}
      aria-hidden="true"
    >
      <g transform={`translate(${centre} ${centre}) scale(${scale}) translate(${-px} ${-py})`} style={style}>
        {src && <image href={src} width={size.width} height={size.height} preserveAspectRatio="none" />}
        {layers.map((layer) => (
          <use key={layer} href={`#${layer}`} />
        ))}
        {drawn && <polyline className={styles.halo} points={drawn} />}
        {drawn && <polyline className={styles.line} points={drawn} />}
      </g>
      <path className={styles.cross} d={crosshair} />
      <circle className={styles.snap} cx={centre} cy={centre} r={hover.onto ? 9 : 3} />
    </svg>
  )
}

/** The outline drawn so far, in pixels of the picture. A strip is closed; a lot ends at the finger. */
function drawnSoFar(editor: Editor): string {
  const { tool, hover, size } = editor
  if (tool.kind === 'select') return ''
  const corners = tool.corners.map((corner) => placeOf(editor, corner))
  const line =
    tool.kind === 'strip' ? [...corners, ...corners.slice(0, 1)] : hover ? [...corners, hover.place] : corners
  return line.map((at) => toPicture(at, size).join()).join(' ')
}
