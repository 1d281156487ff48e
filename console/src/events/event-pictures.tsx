/** The pictures of an event: the whole frame large, the car and the plate beside it, each opening full size. */
import type { picture_kinds } from '@parking/contract/parking.ts'
import { useState } from 'react'
import { ImageIcon } from '../ui/icons.tsx'
import { useWords } from '../words.ts'
import styles from './event-detail.module.css'
import type { ParkingEvent } from './event-status.tsx'
import { PictureViewer } from './picture-viewer.tsx'

export type Picture = { kind: (typeof picture_kinds)[number]; url: string; width: number; height: number; bytes: number }

/** All there are; a device that knows only the spec's field has plate pictures. */
export function picturesOf(event: Pick<ParkingEvent, 'pictures' | 'pic_plates'>): readonly Picture[] {
  if (event.pictures?.length) return event.pictures
  return (event.pic_plates ?? []).map((url) => ({ kind: 'plate', url, width: 0, height: 0, bytes: 0 }))
}

export function EventPictures({ event, onViewing }: { event: ParkingEvent; onViewing: (viewing: boolean) => void }) {
  const words = useWords('parking')
  // Signed addresses change whenever the list is refreshed: the first ones are kept, so that no picture is fetched twice.
  const [pictures] = useState(() => picturesOf(event))
  const [viewed, setViewed] = useState<number>()
  const view = (at: number | undefined) => {
    setViewed(at)
    onViewing(at !== undefined)
  }
  if (pictures.length === 0) return <p className={styles.noPictures}><ImageIcon />{words.no_pictures}</p>
  const latest = picturesOf(event)
  return (
    <div className={styles.pictures} data-count={Math.min(pictures.length, 3)}>
      {pictures.map((picture, at) => (
        <Thumb key={picture.url} picture={picture} latest={latest[at]?.url} onOpen={() => view(at)} />
      ))}
      {viewed !== undefined && <PictureViewer pictures={pictures} at={viewed} onGo={view} onClose={() => view(undefined)} />}
    </div>
  )
}

function Thumb({ picture, latest, onOpen }: { picture: Picture; latest: string | undefined; onOpen: () => void }) {
  const words = useWords('parking')
  const [src, setSrc] = useState(picture.url)
  const [broken, setBroken] = useState(false)
  return (
    <button type="button" className={styles.picture} data-kind={picture.kind} onClick={onOpen} aria-label={words.open_picture(words.kinds[picture.kind])}>
      {broken ? (
        <span className={styles.broken}><ImageIcon />{words.picture_broken}</span>
      ) : (
        // a signature that has run out is tried once more with the newest address
        <img src={src} alt="" width={picture.width || undefined} height={picture.height || undefined} onError={() => (latest && latest !== src ? setSrc(latest) : setBroken(true))} />
      )}
      <span className={styles.caption}>{words.kinds[picture.kind]}</span>
    </button>
  )
}
