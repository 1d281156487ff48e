/** One event with everything known of it. It has an address of its own (`?uuid=`), and the arrow keys go to its neighbours in the list. */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../queries.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { ChevronLeftIcon, ChevronRightIcon, InfoIcon } from '../ui/icons.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { useWords } from '../words.ts'
import { EventActions } from './event-detail-actions.tsx'
import { EventClip } from './event-detail-clip.tsx'
import { DeliveryFacts, SeenFacts } from './event-detail-facts.tsx'
import { EventHistory, reasonWord } from './event-detail-history.tsx'
import styles from './event-detail.module.css'
import { EventSession } from './event-detail-session.tsx'
import type { Detail } from './event-detail-steps.ts'
import { EventPictures, picturesOf } from './event-pictures.tsx'
import { EventStatus, statusSentence, troubleOf, type ParkingEvent } from './event-status.tsx'
import { EventTombstone } from './event-tombstone.tsx'
import { PlateChip } from './plate-chip.tsx'

type Props = {
  /** What the list knows. Undefined while it is looked for, null when it is not there. */
  event: ParkingEvent | null | undefined
  /** Of the address: the event may be on no page of the list. */
  uuid: string
  now: number
  previous: string | undefined
  next: string | undefined
  onGo: (uuid: string) => void
  onClose: () => void
}

export function EventDetail({ event: listed, uuid, now, previous, next, onGo, onClose }: Props) {
  const words = useWords('events')
  const [viewing, setViewing] = useState(false)
  const asked = useCall('/api/parking/parking_event_detail', { uuid })
  // A device that has answered once is asked again; one that does not have the call is left alone.
  useCall('/api/parking/parking_event_detail', { uuid }, { enabled: asked.isSuccess, every: 5_000 })
  const detail = asked.data?.uuid === uuid ? asked.data : undefined
  const event = detail ?? listed

  useEffect(() => {
    function onKey(key: KeyboardEvent) {
      const typing = key.target instanceof HTMLElement && key.target.matches('video, input, textarea, select')
      if (viewing || typing || key.defaultPrevented || key.altKey || key.ctrlKey || key.metaKey) return
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
      title={words.detail}
      width="sheet"
      onClose={onClose}
      footer={
        <>
          <span className={styles.keys}>{words.keys}</span>
          <Button disabled={!previous} onClick={() => previous && onGo(previous)}>
            <ChevronLeftIcon />
            {words.previous}
          </Button>
          <Button disabled={!next} onClick={() => next && onGo(next)}>
            {words.next}
            <ChevronRightIcon />
          </Button>
        </>
      }
    >
      {event ? (
        <Known
          key={uuid}
          event={event}
          detail={detail}
          now={now}
          onViewing={setViewing}
          onGone={onClose}
          failure={detail ? undefined : asked.error}
          retry={() => void asked.refetch()}
          retrying={asked.isFetching}
        />
      ) : event === null && !asked.isPending ? (
        <EventTombstone key={uuid} uuid={uuid} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Dialog>
  )
}

type KnownProps = {
  event: ParkingEvent
  detail: Detail | undefined
  now: number
  /** Why there is no detail. */
  failure: { kind: string; message: string } | null | undefined
  retry: () => void
  retrying: boolean
  onViewing: (viewing: boolean) => void
  onGone: () => void
}

function Known({ event, detail, now, failure, retry, retrying, onViewing, onGone }: KnownProps) {
  const [words, more, codes] = [useWords('events'), useWords('event_detail'), useWords('codes')]
  const type = wordOf(event_type, event.event_type)
  const plate = detail ? (detail.checked_plate ?? detail.plate_read) : event.plate_number
  const lacks = failure?.kind === 'http' || failure?.kind === 'refused'
  return (
    <div className={styles.detail}>
      <div className={styles.summary}>
        <PlateChip number={plate} color={event.plate_color} />
        {detail && plate !== detail.plate_read && (
          <small className={styles.corrected}>
            {more.correction_of(detail.plate_read || words.no_plate)}
          </small>
        )}
        <strong>{type ? codes.event_type[type] : event.event_type}</strong>
        <span className={styles.lot}>{event.lot_no}</span>
        <EventStatus event={event} />
      </div>
      <Why event={event} detail={detail} />
      <EventActions event={event} detail={detail} onGone={onGone} />
      {detail?.media_gone_str ? (
        <p className={styles.gone}>
          <InfoIcon />
          {more.media_gone(detail.media_gone_str)}
        </p>
      ) : (
        <EventPictures pictures={picturesOf(event)} lot={detail?.lot} onViewing={onViewing} />
      )}
      {detail?.clip && !detail.media_gone_str && <EventClip clip={detail.clip} />}
      {detail && (
        <EventSession session={detail.session} uuid={event.uuid} color={event.plate_color} now={now} />
      )}
      <SeenFacts event={event} detail={detail} now={now} />
      {lacks && <DeliveryFacts event={event} />}
      {detail ? (
        <EventHistory event={detail} />
      ) : lacks ? (
        <p className={styles.lacks}>
          <InfoIcon />
          {more.lacks}
        </p>
      ) : failure ? (
        <ErrorState title={more.failed} retry={retry} retrying={retrying}>
          {failure.message}
        </ErrorState>
      ) : (
        <SkeletonRows rows={5} />
      )}
    </div>
  )
}

/** Why it has its status: the rule or the person that did it, what went wrong last, and what comes next. */
function Why({ event, detail }: { event: ParkingEvent; detail: Detail | undefined }) {
  const [words, more] = [useWords('events'), useWords('event_detail')]
  if (!detail || detail.reason === 'taken_in')
    return <p className={styles.sentence}>{statusSentence(event, words)}</p>
  const by = detail.moves.at(-1)?.by
  const trouble = troubleOf(event, words)
  // What the platform says of it is the reason, and says more.
  if (trouble && detail.reason === 'refused')
    return (
      <p className={styles.sentence}>
        <span className={styles.trouble}>{trouble}</span>
      </p>
    )
  return (
    <p className={styles.sentence}>
      <span>{reasonWord(detail.reason, more.reasons)}</span>
      {by && <small>{more.by(by)}</small>}
      {trouble && <span className={styles.trouble}>{trouble}</span>}
    </p>
  )
}
