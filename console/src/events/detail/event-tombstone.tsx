/** What remains of a deleted event: who deleted it and when, and which event it was. */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { useCall } from '#src/core/queries.ts'
import { CopyText } from '#src/ui/copy-text.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { useWords } from '#src/core/words.ts'
import { Fact, Facts } from './event-detail-facts.tsx'
import styles from './event-detail.module.css'
import { statusWord } from '../event/event-status.tsx'

export function EventTombstone({ uuid }: { uuid: string }) {
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
    <div className={styles.detail}>
      <EmptyState title={more.deleted}>
        {tombstone.deleted_by
          ? more.deleted_by(tombstone.deleted_by, tombstone.deleted_str)
          : more.deleted_by_device(tombstone.deleted_str)}
      </EmptyState>
      <Facts title={more.deleted_what}>
        <Fact label={words.event_time_str}>{tombstone.event_time_str}</Fact>
        <Fact label={words.event_type}>{type ? codes.event_type[type] : tombstone.event_type}</Fact>
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
