/** What stays of an event that is no longer there: who deleted it and when, and which it was. */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { useCall } from '../queries.ts'
import { CopyText } from '../ui/copy-text.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { useWords } from '../words.ts'
import { Fact, Facts } from './event-detail-facts.tsx'
import styles from './event-detail.module.css'
import { statusWord } from './event-status.tsx'

export function EventTombstone({ uuid }: { uuid: string }) {
  const [words, more, codes] = [useWords('events'), useWords('event_detail'), useWords('codes')]
  const {
    data: stone,
    error,
    isPending,
    isFetching,
    refetch,
  } = useCall('/api/parking/parking_event_tombstone', { uuid })
  if (isPending) return <SkeletonRows rows={8} />
  // Neither a device that never had it nor one that does not have the call knows more.
  if (!stone)
    return error.kind === 'refused' || error.kind === 'http' ? (
      <EmptyState title={words.detail_gone} />
    ) : (
      <ErrorState title={more.failed} retry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorState>
    )
  const type = wordOf(event_type, stone.event_type)
  return (
    <div className={styles.detail}>
      <EmptyState title={more.deleted}>
        {stone.deleted_by
          ? more.deleted_by(stone.deleted_by, stone.deleted_str)
          : more.deleted_by_device(stone.deleted_str)}
      </EmptyState>
      <Facts title={more.deleted_what}>
        <Fact label={words.event_time_str}>{stone.event_time_str}</Fact>
        <Fact label={words.event_type}>{type ? codes.event_type[type] : stone.event_type}</Fact>
        <Fact label={words.parking_no}>{stone.parking_no}</Fact>
        <Fact label={words.lot_no}>{stone.lot_no}</Fact>
        <Fact label={words.plate_number}>
          {stone.plate_number ? <CopyText text={stone.plate_number} /> : words.no_plate}
        </Fact>
        <Fact label={words.status}>{codes.event_status[statusWord(stone.status)]}</Fact>
        <Fact label={words.uuid}>
          <CopyText text={stone.uuid}>
            <code>{stone.uuid}</code>
          </CopyText>
        </Fact>
      </Facts>
    </div>
  )
}
