/** A picture in which the two models of a trial see a lot differently. */
import { useState, type ReactNode } from 'react'
import { useWords } from '#src/core/words.ts'
import { LotOutline } from '#src/events/pictures/lot-outline.tsx'
import styles from './models.module.css'
import type { Card } from './scorecard.tsx'

type Seen = Pick<
  Card['differences'][number],
  'camera_name' | 'lot_no' | 'polygon' | 'picture' | 'running' | 'candidate'
>

/** `children` say more about the picture. */
export function DifferentPicture({ seen, children }: { seen: Seen; children?: ReactNode }) {
  const words = useWords('models')
  const { camera_name, lot_no, polygon, picture, running, candidate } = seen
  const [size, setSize] = useState<{ width: number; height: number }>()
  return (
    <figure className={styles.figure}>
      <div className={styles.picture}>
        {picture === '' ? (
          <span>{words.no_picture}</span>
        ) : (
          <img
            src={`${picture}&w=640`}
            alt={words.lot(camera_name, lot_no)}
            loading="lazy"
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setSize({ width, height })
            }
          />
        )}
        {size && polygon.length > 0 && <LotOutline lot={{ polygon, scene_changed: false }} size={size} />}
      </div>
      <figcaption>
        <span>{words.lot(camera_name, lot_no)}</span>
        <span>
          {words.running}：{words.seen[running]}；{words.candidate}：{words.seen[candidate]}
        </span>
        {children}
      </figcaption>
    </figure>
  )
}
