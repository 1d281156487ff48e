/** One lot in detail: its state and the reason for it, plate, duration, and the pictures of the entry. */
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { PlateChip } from '#src/events/plate/plate-chip.tsx'
import { inSize } from '#src/lib/picture-size.ts'
import { formatTime } from '#src/time/time.ts'
import { CloseIcon } from '#src/ui/icons.tsx'
import { middleOf } from './label-places.ts'
import { LotSign } from './lot-sign.tsx'
import { Since } from './device-clock.tsx'
import type { WallLot } from './wall-data.ts'
import styles from './lot-card.module.css'

/** Width of a picture of the entry, in pixels. */
const picture_px = 150

export function LotCard({ lot, onClose }: { lot: WallLot; onClose: () => void }) {
  const words = useWords('home')
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      onClose()
      if (opener instanceof HTMLElement) opener.focus()
    }
    const away = (event: PointerEvent) => {
      const tile = card.current?.parentElement
      if (event.target instanceof Node && !tile?.contains(event.target)) onClose()
    }
    document.addEventListener('keydown', close)
    document.addEventListener('pointerdown', away)
    return () => {
      document.removeEventListener('keydown', close)
      document.removeEventListener('pointerdown', away)
    }
  }, [onClose])
  const middle = lot.polygon.length > 0 ? middleOf(lot.polygon) : { x: 0.5, y: 0.5 }
  const occupied = lot.vehicles > 0
  return (
    <aside
      ref={card}
      className={`text-13 on-card absolute ${styles.card}`}
      data-side={middle.x > 0.5 ? 'left' : 'right'}
      aria-label={words.lot_title(lot.lot_no)}
      aria-live="polite"
    >
      <header data-lot={lot.state}>
        <LotSign state={lot.state} />
        <h3>{lot.lot_no}</h3>
        <span className={styles.state}>{words.lot_state[lot.state]}</span>
        <button
          type="button"
          className="plain center ink-2 round-6"
          aria-label={words.close}
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </header>
      {lot.uuid !== '' && <EntryPictures uuid={lot.uuid} />}
      {lot.why !== '' && <p className="pad-8-12 warn on-warn">{words.why[lot.why]}</p>}
      <dl className="grid gap-4 pad-10-12">
        {occupied && (
          <div className="row spread gap-16">
            <dt>{words.plate}</dt>
            <dd>
              <PlateChip number={lot.plate_number} color={lot.plate_color} />
              {lot.vehicles > 1 && <small>{words.more_vehicles(lot.vehicles - 1)}</small>}
            </dd>
          </div>
        )}
        {lot.since_ms > 0 && (
          <>
            <div className="row spread gap-16">
              <dt>{occupied ? words.parked_for : words.free_for}</dt>
              <dd>
                <Since ms={lot.since_ms} />
              </dd>
            </div>
            <div className="row spread gap-16">
              <dt>{occupied ? words.since : words.free_since}</dt>
              <dd>{formatTime(lot.since_ms)}</dd>
            </div>
          </>
        )}
      </dl>
      <footer>
        {lot.uuid !== '' && <Link to={`/business/data/parking?uuid=${lot.uuid}`}>{words.open_event}</Link>}
        <Link to={`/business/data/parking?${new URLSearchParams({ lot_no: lot.lot_no })}`}>
          {words.lot_events}
        </Link>
      </footer>
    </aside>
  )
}

function EntryPictures({ uuid }: { uuid: string }) {
  const detail = useCall('/api/parking/parking_event_detail', { uuid })
  const kinds = useWords('home').picture_kind
  const shown = ['car', 'plate'] as const
  const pictures = shown.flatMap((kind) => detail.data?.pictures.find((one) => one.kind === kind) ?? [])
  return (
    <div className={styles.pictures}>
      {pictures.map(({ kind, url }) => (
        <img key={kind} src={inSize(url, picture_px)} alt={kinds[kind]} />
      ))}
    </div>
  )
}
