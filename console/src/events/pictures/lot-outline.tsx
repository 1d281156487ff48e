/**
 * The outline of a lot over a picture. It scales like `object-fit: contain`, so it matches the picture at any
 * size.
 */
import styles from './lot-outline.module.css'

/**
 * The lot in coordinates from 0 to 1. `scene_changed`: the lot was redrawn after the picture was taken, so it
 * may not match.
 */
export type LotInPicture = { polygon: readonly (readonly [number, number])[]; scene_changed: boolean }
/** The natural size of the picture in pixels. */
export type ShownSize = { width: number; height: number }

export function LotOutline({ lot, size }: { lot: LotInPicture; size: ShownSize }) {
  const points = lot.polygon
    .map(([x, y]) => `${(x * size.width).toFixed(1)},${(y * size.height).toFixed(1)}`)
    .join(' ')
  return (
    <svg
      className={`full cover tall untouchable ${styles.outline}`}
      viewBox={`0 0 ${size.width} ${size.height}`}
      data-changed={lot.scene_changed || undefined}
      aria-hidden="true"
    >
      <polygon className={`traced ${styles.rim}`} points={points} />
      <polygon className={`traced ${styles.line}`} points={points} />
    </svg>
  )
}
