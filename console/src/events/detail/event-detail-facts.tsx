/** The facts of an event: what was recognised and, if the device has no details, how it was delivered. */
import { confidenceText } from '@parking/contract/checks/event-standing.ts'
import { plate_color } from '@parking/contract/core/codes.ts'
import type { ReactNode } from 'react'
import { CopyText } from '#src/ui/copy-text.tsx'
import { relativeTime } from '#src/time/time.ts'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { useWords } from '#src/core/words.ts'
import { commentOf } from '../event/event-comment.ts'
import styles from './event-detail.module.css'
import type { Detail } from './event-detail-steps.ts'
import { ResponseStatus, statusWord, type ParkingEvent } from '../event/event-status.tsx'

/** `detail`: undefined if the device offers only the list. */
export function RecognitionFacts({
  event,
  detail,
  now,
}: {
  event: ParkingEvent
  detail: Detail | undefined
  now: number
}) {
  const [words, more, codes, shell] = [
    useWords('events'),
    useWords('event_detail'),
    useWords('codes'),
    useWords('shell'),
  ]
  const color = plate_color.find((code) => code === event.plate_color)
  // No program read the plate of a typed event.
  const is_typed = event.confidence === null
  const read = detail ? detail.plate_read : event.plate_number
  return (
    <Facts title={words.what}>
      <Fact label={words.event_time_str}>
        {event.event_time_str} <small>{relativeTime(event.event_time_str, shell.time, now)}</small>
      </Fact>
      <Fact label={words.create_time_str}>{event.create_time_str}</Fact>
      <Fact label={words.parking_no}>{event.parking_no}</Fact>
      <Fact label={words.camera_name}>{event.camera_name}</Fact>
      <Fact label={words.lot_no}>{event.lot_no}</Fact>
      <Fact label={detail && !is_typed ? more.plate_read : words.plate_number}>
        {read ? <CopyText text={read} /> : words.no_plate}
      </Fact>
      {typeof detail?.checked_plate === 'string' && (
        <Fact label={more.plate_checked}>
          {detail.checked_plate ? <CopyText text={detail.checked_plate} /> : words.no_plate}
        </Fact>
      )}
      <Fact label={words.plate_color}>{color ? codes.plate_color[color] : event.plate_color}</Fact>
      <Fact label={words.standing}>{codes.standing[event.standing]}</Fact>
      <Fact label={words.confidence}>{event.confidence !== null && confidenceText(event.confidence)}</Fact>
      {event.comment && <Fact label={words.comment}>{commentOf(event.comment, words)}</Fact>}
    </Facts>
  )
}

/** The delivery to the platform, as far as the fields of the spec describe it. */
export function DeliveryFacts({ event }: { event: ParkingEvent }) {
  const [words, codes, said] = [useWords('events'), useWords('codes'), useWords('device_said')]
  return (
    <Facts title={words.delivery}>
      <Fact label={words.status}>{codes.event_status[statusWord(event.status)]}</Fact>
      <Fact label={words.count_tried}>{words.tried(event.count_tried)}</Fact>
      <Fact label={words.send_time_str}>{event.send_time_str || words.never_sent}</Fact>
      <Fact label={words.response_status}>
        <ResponseStatus event={event} />
      </Fact>
      <Fact label={words.response_time_str}>
        {event.response_time_str || (event.send_time_str && words.no_answer)}
      </Fact>
      <Fact label={words.response_info}>
        {event.response_info && <code>{translateDeviceText(event.response_info, said)}</code>}
      </Fact>
      <Fact label={words.next_try_str}>{event.next_try_str}</Fact>
      <Fact label={words.uuid}>
        <CopyText text={event.uuid}>
          <code>{event.uuid}</code>
        </CopyText>
      </Fact>
    </Facts>
  )
}

export function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="below-4 text-14 bold">{title}</h3>
      <dl className={styles.facts}>{children}</dl>
    </section>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || '--'}</dd>
    </div>
  )
}
