/**
 * The detail of one event. It has an address of its own (`?uuid=`), and the arrow keys go to its neighbours
 * in the list.
 * Long because stepping to a neighbour touches the dialog and its body.
 */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { useEffect, useState } from 'react'
import { useCall } from '#src/core/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { ChevronLeftIcon, ChevronRightIcon, InfoIcon } from '#src/ui/icons.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { useWords } from '#src/core/words.ts'
import { CopyText } from '#src/ui/copy-text.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { EventActions } from './event-detail-actions.tsx'
import { EventClip } from './event-detail-clip.tsx'
import { DeliveryFacts, RecognitionFacts, Fact, Facts } from './event-detail-facts.tsx'
import { EventHistory, reasonLabel } from './event-detail-history.tsx'
import { EventRules } from '../rules/event-rules.tsx'
import { EventLooks } from './event-detail-looks.tsx'
import styles from './event-detail.module.css'
import { EventSession } from './event-detail-session.tsx'
import type { Detail } from './event-detail-steps.ts'
import { EventPictures, picturesOf } from '../pictures/event-pictures.tsx'
import {
  EventStatus,
  failureOf,
  statusSentence,
  useStatusSentences,
  type ParkingEvent,
  statusWord,
} from '../event/event-status.tsx'
import { PlateChip } from '../plate/plate-chip.tsx'
import { StandingTag } from '../event/standing-tag.tsx'

type Props = {
  /** The event as listed. Undefined while it is loading, null if it does not exist. */
  event: ParkingEvent | null | undefined
  /** From the address, because the event need not be on the current page of the list. */
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
  const loaded = useCall('/api/parking/parking_event_detail', { uuid })
  // Polls only after a first answer: a device without the call is not asked again.
  useCall('/api/parking/parking_event_detail', { uuid }, { enabled: loaded.isSuccess, every: 5_000 })
  const detail = loaded.data?.uuid === uuid ? loaded.data : undefined
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
          <span className={`text-12 ink-3 ${styles.keys}`}>{words.keys}</span>
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
        <EventBody
          key={uuid}
          event={event}
          detail={detail}
          now={now}
          onViewing={setViewing}
          onGone={onClose}
          failure={detail ? undefined : loaded.error}
          retry={() => void loaded.refetch()}
          retrying={loaded.isFetching}
        />
      ) : event === null && !loaded.isPending ? (
        <EventTombstone key={uuid} uuid={uuid} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Dialog>
  )
}

type EventBodyProps = {
  event: ParkingEvent
  detail: Detail | undefined
  now: number
  /** Why the detail could not be loaded. */
  failure: { kind: string; message: string } | null | undefined
  retry: () => void
  retrying: boolean
  onViewing: (viewing: boolean) => void
  onGone: () => void
}

function EventBody({ event, detail, now, failure, retry, retrying, onViewing, onGone }: EventBodyProps) {
  const [words, more, codes] = [useWords('events'), useWords('event_detail'), useWords('codes')]
  const type = wordOf(event_type, event.event_type)
  const plate = detail ? (detail.checked_plate ?? detail.plate_read) : event.plate_number
  const has_no_details = failure?.kind === 'http' || failure?.kind === 'refused'
  return (
    <div className="grid one-column gap-20">
      <div className={`row wrap text-15 ${styles.summary}`}>
        <PlateChip number={plate} color={event.plate_color} />
        {detail && plate !== detail.plate_read && (
          <small className="text-12 ink-3">{more.correction_of(detail.plate_read || words.no_plate)}</small>
        )}
        <strong>{type ? codes.event_type[type] : event.event_type}</strong>
        <span className="ink-2">{event.lot_no}</span>
        <EventStatus event={event} />
      </div>
      <StatusReason event={event} detail={detail} />
      <EventActions event={event} detail={detail} onGone={onGone} />
      {detail?.media_gone_str ? (
        <p className={styles.gone}>
          <InfoIcon className="rigid ink-3" />
          {more.media_gone(detail.media_gone_str)}
        </p>
      ) : (
        <EventPictures pictures={picturesOf(event)} lot={detail?.lot} onViewing={onViewing} />
      )}
      {detail?.clip && !detail.media_gone_str && <EventClip clip={detail.clip} />}
      {detail && (
        <EventSession session={detail.session} uuid={event.uuid} color={event.plate_color} now={now} />
      )}
      <RecognitionFacts event={event} detail={detail} now={now} />
      {detail && (
        <EventLooks looks={detail.looks} strip={detail.look_strip} event_time={detail.event_time_str} />
      )}
      {detail && <EventRules uuid={event.uuid} />}
      {has_no_details && <DeliveryFacts event={event} />}
      {detail ? (
        <EventHistory event={detail} />
      ) : has_no_details ? (
        <p className={styles.lacks}>
          <InfoIcon className="rigid ink-3" />
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

/** Why the event has its status: the rule or user that set it, the last failure, and what happens next. */
function StatusReason({ event, detail }: { event: ParkingEvent; detail: Detail | undefined }) {
  const [words, more] = [useStatusSentences(), useWords('event_detail')]
  if (!detail || detail.reason === 'taken_in')
    return <p className={`flex wrap ink-2 anywhere ${styles.sentence}`}>{statusSentence(event, words)}</p>
  const by = detail.moves.at(-1)?.by
  const failure = failureOf(event, words)
  // The platform's message is the reason and more precise than its label.
  if (failure && detail.reason === 'refused')
    return (
      <p className={`flex wrap ink-2 anywhere ${styles.sentence}`}>
        <span className={`bad ${styles.failure}`}>{failure}</span>
      </p>
    )
  return (
    <p className={`flex wrap ink-2 anywhere ${styles.sentence}`}>
      <span>{reasonLabel(detail.reason, more.reasons)}</span>
      {by && <small>{more.by(by)}</small>}
      {failure && <span className={`bad ${styles.failure}`}>{failure}</span>}
    </p>
  )
}

/** What remains of a deleted event: who deleted it and when, and which event it was. */
function EventTombstone({ uuid }: { uuid: string }) {
  const [words, more, codes] = [useWords('events'), useWords('event_detail'), useWords('codes')]
  const {
    data: tombstone,
    error,
    isPending,
    isFetching,
    refetch,
  } = useCall('/api/parking/parking_event_tombstone', { uuid })
  if (isPending) return <SkeletonRows rows={8} />
  // The device never had the event or lacks the call, so there is nothing more to show.
  if (!tombstone)
    return error.kind === 'refused' || error.kind === 'http' ? (
      <EmptyState title={words.detail_gone} />
    ) : (
      <ErrorState title={more.failed} retry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorState>
    )
  const type = wordOf(event_type, tombstone.event_type)
  return (
    <div className="grid one-column gap-20">
      <EmptyState title={more.deleted}>
        {tombstone.deleted_by
          ? more.deleted_by(tombstone.deleted_by, tombstone.deleted_str)
          : more.deleted_by_device(tombstone.deleted_str)}
      </EmptyState>
      <Facts title={more.deleted_what}>
        <Fact label={words.event_time_str}>{tombstone.event_time_str}</Fact>
        <Fact label={words.event_type}>
          {type ? codes.event_type[type] : tombstone.event_type}{' '}
          {tombstone.typed && <StandingTag standing="typed" />}
        </Fact>
        <Fact label={words.parking_no}>{tombstone.parking_no}</Fact>
        <Fact label={words.lot_no}>{tombstone.lot_no}</Fact>
        <Fact label={words.plate_number}>
          {tombstone.plate_number ? <CopyText text={tombstone.plate_number} /> : words.no_plate}
        </Fact>
        <Fact label={words.status}>{codes.event_status[statusWord(tombstone.status)]}</Fact>
        <Fact label={words.uuid}>
          <CopyText text={tombstone.uuid}>
            <code>{tombstone.uuid}</code>
          </CopyText>
        </Fact>
      </Facts>
    </div>
  )
}
