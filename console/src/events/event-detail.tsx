/** One event with everything known of it. It has an address of its own (`?uuid=`), and the arrow keys go to its neighbours in the list. */
import { event_type, plate_color, wordOf } from '@parking/contract/codes.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { CopyText } from '../ui/copy-text.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { relativeTime } from '../ui/time.ts'
import { useWords } from '../words.ts'
import styles from './event-detail.module.css'
import { commentOf } from './event-comment.ts'
import { EventPictures } from './event-pictures.tsx'
import { EventStatus, ResponseStatus, statusSentence, statusWord, type ParkingEvent } from './event-status.tsx'
import { PlateChip } from './plate-chip.tsx'

type Props = {
  /** Undefined while it is looked for, null when it is not there. */
  event: ParkingEvent | null | undefined
  now: number
  previous: string | undefined
  next: string | undefined
  onGo: (uuid: string) => void
  onClose: () => void
}

export function EventDetail({ event, now, previous, next, onGo, onClose }: Props) {
  const words = useWords('parking')
  const [viewing, setViewing] = useState(false)

  useEffect(() => {
    function onKey(key: KeyboardEvent) {
      if (viewing || key.defaultPrevented || key.altKey || key.ctrlKey || key.metaKey) return
      const to = { ArrowLeft: previous, ArrowRight: next }[key.key]
      if (to === undefined) return
      key.preventDefault()
      onGo(to)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [viewing, previous, next, onGo])

  return (
    <Dialog
      title={words.detail} width="large" onClose={onClose}
      footer={
        <>
          <span className={styles.keys}>{words.keys}</span>
          <button type="button" className="button" disabled={!previous} onClick={() => previous && onGo(previous)}><ChevronLeftIcon />{words.previous}</button>
          <button type="button" className="button" disabled={!next} onClick={() => next && onGo(next)}>{words.next}<ChevronRightIcon /></button>
        </>
      }
    >
      {event === undefined && <SkeletonRows rows={8} />}
      {event === null && <EmptyState title={words.detail_gone} />}
      {event && <Known key={event.uuid} event={event} now={now} onViewing={setViewing} />}
    </Dialog>
  )
}

function Known({ event, now, onViewing }: { event: ParkingEvent; now: number; onViewing: (viewing: boolean) => void }) {
  const [words, codes, shell] = [useWords('parking'), useWords('codes'), useWords('shell')]
  const type = wordOf(event_type, event.event_type)
  const color = plate_color.find((known) => known === event.plate_color)
  return (
    <div className={styles.detail}>
      <div className={styles.summary}>
        <PlateChip number={event.plate_number} color={event.plate_color} />
        <strong>{type ? codes.event_type[type] : event.event_type}</strong>
        <span>{event.lot_no}</span>
        <EventStatus event={event} />
      </div>
      <p className={styles.sentence}>{statusSentence(event, words)}</p>
      <EventPictures event={event} onViewing={onViewing} />
      <div className={styles.columns}>
        <Facts title={words.what}>
          <Fact label={words.event_time_str}>{event.event_time_str} <small>{relativeTime(event.event_time_str, shell.time, now)}</small></Fact>
          <Fact label={words.create_time_str}>{event.create_time_str}</Fact>
          <Fact label={words.parking_no}>{event.parking_no}</Fact>
          <Fact label={words.camera_name}>{event.camera_name}</Fact>
          <Fact label={words.lot_no}>{event.lot_no}</Fact>
          <Fact label={words.plate_number}>{event.plate_number && <CopyText text={event.plate_number} />}</Fact>
          <Fact label={words.plate_color}>{color ? codes.plate_color[color] : event.plate_color}</Fact>
          <Fact label={words.confidence}>{event.confidence > 0 && words.sure(Math.round(event.confidence))}</Fact>
          <Fact label={words.comment}>{commentOf(event.comment, words)}</Fact>
        </Facts>
        <Facts title={words.delivery}>
          <Fact label={words.status}>{codes.event_status[statusWord(event.status)]}</Fact>
          <Fact label={words.count_tried}>{words.tried(event.count_tried)}</Fact>
          <Fact label={words.send_time_str}>{event.send_time_str || words.never_sent}</Fact>
          <Fact label={words.response_status}><ResponseStatus event={event} /></Fact>
          <Fact label={words.response_time_str}>{event.response_time_str || (event.send_time_str && words.no_answer)}</Fact>
          <Fact label={words.response_info}>{event.response_info && <code>{event.response_info}</code>}</Fact>
          <Fact label={words.next_try_str}>{event.next_try_str}</Fact>
          <Fact label={words.uuid}><CopyText text={event.uuid}><code>{event.uuid}</code></CopyText></Fact>
        </Facts>
      </div>
    </div>
  )
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.facts}>{children}</dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || '--'}</dd>
    </div>
  )
}
