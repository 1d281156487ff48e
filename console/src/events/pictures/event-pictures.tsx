/**
 * The pictures of an event: the whole frame with the outline of the lot, the car and the plate. Each opens
 * full size.
 */
import type { picture_kinds } from '@parking/contract/events/event.ts'
import { useState } from 'react'
import { Button } from '#src/ui/button/button.tsx'
import { ImageIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import type { ParkingEvent } from '../event/event-status.tsx'
import { LotOutline, type LotInPicture, type ShownSize } from './lot-outline.tsx'
import styles from './event-pictures.module.css'
import { PictureViewer } from './picture-viewer.tsx'

export type Picture = {
  kind: (typeof picture_kinds)[number]
  url: string
  width: number
  height: number
  bytes?: number
}

/** All pictures; a device with only the fields of the spec has just plate pictures. */
export function picturesOf(event: Pick<ParkingEvent, 'pictures' | 'pic_plates'>): readonly Picture[] {
  if (event.pictures?.length) return event.pictures
  return (event.pic_plates ?? []).map((url) => ({ kind: 'plate', url, width: 0, height: 0, bytes: 0 }))
}

type Props = {
  /** Give the component a `key` per event, because it keeps the first addresses. */
  pictures: readonly Picture[]
  /** Drawn over the whole frame; null if the position is unknown, undefined while loading or if not sent. */
  lot: LotInPicture | null | undefined
  onViewing?: (viewing: boolean) => void
}

export function EventPictures({ pictures: latest, lot, onViewing }: Props) {
  const [words, detail] = [useWords('events'), useWords('event_detail')]
  // Signed addresses change with each answer. The first ones are kept, so that no picture is loaded twice.
  const [first, setFirst] = useState(latest)
  const [viewed, setViewed] = useState<number>()
  const [line, setLine] = useState<'shown' | 'hidden'>('shown')
  // A picture that the device has rendered since then replaces the first ones.
  const same =
    first.length === latest.length &&
    first.every(({ url }, at) => pathOf(url) === pathOf(latest[at]?.url ?? ''))
  if (!same) setFirst(latest)
  const pictures = same ? first : latest
  const view = (at: number | undefined) => {
    setViewed(at)
    onViewing?.(at !== undefined)
  }
  if (pictures.length === 0)
    return (
      <p className={`text-center round-8 on-subtle ${styles.none}`}>
        <ImageIcon />
        {words.no_pictures}
      </p>
    )
  const whole = pictures.some(({ kind }) => kind === 'image')
  const shown_lot = lot && line === 'shown' ? lot : undefined
  const toggle = () => setLine(line === 'shown' ? 'hidden' : 'shown')
  return (
    <div className="grid gap-4">
      <div className={`grid gap-12 ${styles.pictures}`} data-count={Math.min(pictures.length, 3)}>
        {pictures.map((picture, at) => (
          <Thumb
            key={picture.url}
            picture={picture}
            latest={latest[at]?.url}
            lot={picture.kind === 'image' ? shown_lot : undefined}
            onOpen={() => view(at)}
          />
        ))}
      </div>
      {whole && lot && (
        <div className={`row wrap ${styles.under}`}>
          <Button variant="quiet" aria-pressed={line === 'shown'} onClick={toggle}>
            <svg
              viewBox="0 0 20 20"
              width="18"
              height="18"
              aria-hidden="true"
              className={styles.swatch}
              data-changed={lot.scene_changed || undefined}
              data-off={line === 'hidden' || undefined}
            >
              <path d="M5 4.5h10l2 11H3z" />
            </svg>
            {detail.lot_line}
          </Button>
          {lot.scene_changed && <span className="text-13 warn">{detail.lot_changed}</span>}
        </div>
      )}
      {whole && lot === null && <p className="note">{detail.lot_unknown}</p>}
      {viewed !== undefined && (
        <PictureViewer
          pictures={pictures}
          at={viewed}
          lot={lot ?? undefined}
          line={line}
          onLine={toggle}
          onGo={view}
          onClose={() => view(undefined)}
        />
      )}
    </div>
  )
}

const pathOf = (url: string): string => url.split('?')[0] ?? ''

function Thumb({
  picture,
  latest,
  lot,
  onOpen,
}: {
  picture: Picture
  latest: string | undefined
  lot: LotInPicture | undefined
  onOpen: () => void
}) {
  const words = useWords('events')
  const [src, setSrc] = useState(picture.url)
  const [broken, setBroken] = useState(false)
  const [size, setSize] = useState<ShownSize>()
  return (
    <button
      type="button"
      className={`plain ${styles.picture}`}
      data-kind={picture.kind}
      onClick={onOpen}
      aria-label={words.open_picture(words.kinds[picture.kind])}
    >
      {broken ? (
        <span className={styles.broken}>
          <ImageIcon />
          {words.picture_broken}
        </span>
      ) : (
        // an expired signature is retried once with the latest address
        <img
          src={src}
          alt=""
          width={picture.width || undefined}
          height={picture.height || undefined}
          onError={() => (latest && latest !== src ? setSrc(latest) : setBroken(true))}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
        />
      )}
      {lot && size && !broken && <LotOutline lot={lot} size={size} />}
      <span className={`pad-0-8 text-12 round-4 ${styles.caption}`}>{words.kinds[picture.kind]}</span>
    </button>
  )
}
