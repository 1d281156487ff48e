/** Draws the scene's own outlines below its lots: the focus area and the fixed marks. */
import { memo } from 'react'
import type { View } from '../model/geometry.ts'
import { useEditor } from '../state/editor-store.ts'
import styles from './stage.module.css'

type Outline = readonly (readonly [number, number])[]

export const AreasLayer = memo(function AreasLayer({ view }: { view: View }) {
  const { focus, feature } = useEditor((editor) => editor.history.document.kept)
  const size = useEditor((editor) => editor.size)
  if (!focus && (feature ?? []).length === 0) return null
  const points = (outline: Outline) =>
    outline.map(([x, y]) => `${(x * size.width).toFixed(1)},${(y * size.height).toFixed(1)}`).join(' ')
  return (
    <g transform={`matrix(${view.scale} 0 0 ${view.scale} ${view.x} ${view.y})`} aria-hidden="true">
      {(feature ?? []).map((mark, i) => (
        <polygon key={i} className={styles.mark} points={points(mark)} />
      ))}
      {focus && <polygon className={styles.halo} points={points(focus)} />}
      {focus && <polygon className={styles.focus} points={points(focus)} />}
    </g>
  )
})
