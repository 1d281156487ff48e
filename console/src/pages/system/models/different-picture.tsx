/** A picture in which the two models of a trial see a lot differently. */
import type { ReactNode } from 'react'
import { useWords } from '#src/core/words.ts'
import { LotPicture } from '#src/events/pictures/lot-picture.tsx'
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
  return (
    <figure className={styles.figure}>
      <LotPicture
        picture={picture}
        polygon={polygon}
        alt={words.lot(camera_name, lot_no)}
        none={words.no_picture}
      />
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
