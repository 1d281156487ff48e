/** A small picture of a camera with the outline of one lot, or the reason why there is none. */
import { useState } from 'react'
import { LotOutline, type LotInPicture, type ShownSize } from './lot-outline.tsx'
import styles from './lot-picture.module.css'

type Props = {
  /** The signed address of the picture; empty if there is none. */
  picture: string
  /** In coordinates from 0 to 1; empty if its position in the picture is unknown. */
  polygon: LotInPicture['polygon']
  alt: string
  /** Shown if there is no picture. */
  none: string
}

export function LotPicture({ picture, polygon, alt, none }: Props) {
  const [size, setSize] = useState<ShownSize>()
  return (
    <div className={`center relative clip ink-2 round-6 on-subtle ${styles.picture}`}>
      {picture === '' ? (
        <span>{none}</span>
      ) : (
        <img
          src={`${picture}&w=640`}
          alt={alt}
          loading="lazy"
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
        />
      )}
      {size && polygon.length > 0 && <LotOutline lot={{ polygon, scene_changed: false }} size={size} />}
    </div>
  )
}
