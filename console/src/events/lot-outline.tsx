/** The outline of a lot over a picture. It is fitted into its box as `object-fit: contain` fits the picture, so the two lie on each other at any size. */
import styles from './lot-outline.module.css'

/** Where the lot lies, from 0 to 1 of the picture; `scene_changed`: drawn anew since, so that it need not fit. */
export type LotInPicture = { polygon: readonly (readonly [number, number])[]; scene_changed: boolean }
/** The picture's own size, as the browser shows it. */
export type ShownSize = { width: number; height: number }

export function LotOutline({ lot, size }: { lot: LotInPicture; size: ShownSize }) {
  const points = lot.polygon
    .map(([x, y]) => `${(x * size.width).toFixed(1)},${(y * size.height).toFixed(1)}`)
    .join(' ')
  return (
    <svg
      className={styles.outline}
      viewBox={`0 0 ${size.width} ${size.height}`}
      data-changed={lot.scene_changed || undefined}
      aria-hidden="true"
    >
      <polygon className={styles.rim} points={points} />
      <polygon className={styles.line} points={points} />
    </svg>
  )
}
