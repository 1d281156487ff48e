/** The device's disk (an extension of the spec): usage, retention, and the events that wait to be sent. */
import type { AnswerAt } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { RefreshIcon } from '#src/ui/icons.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { useWords } from '#src/core/words.ts'
import { DiskUse } from './disk-use.tsx'
import { Queue } from './queue.tsx'
import { QueueErrors } from './queue-errors.tsx'
import { RetentionList } from './retention-list.tsx'
import { RetentionSettings } from './retention-form.tsx'
import styles from './page.module.css'
import { WaitingEvents } from './waiting-events.tsx'

export type DiskStatus = AnswerAt<'/api/system/disk_status'>

export default function StoragePage() {
  const [words, queue_words, titles] = [useWords('disk'), useWords('queue'), useWords('shell').routes]
  const query = useCall('/api/system/disk_status', {}, { every: 5_000 })
  // An extension of the spec: on a device without this call, the disk status provides the waiting events.
  const queue = useCall('/api/parking/event_queue', {}, { every: 3_000 })
  return (
    <>
      <PageHeader
        title={titles.device_storage}
        hint={words.hint}
        action={
          <>
            <span className={styles.stale}>
              <StaleMark of={[query, queue]} />
            </span>
            <Button
              aria-busy={query.isFetching}
              onClick={() => void Promise.all([query.refetch(), queue.refetch()])}
            >
              <RefreshIcon />
              {words.refresh}
            </Button>
          </>
        }
      />
      {query.data === undefined ? (
        <Section title={words.disk}>
          <Loaded query={query} rows={8} failed={words.failed}>
            {() => null}
          </Loaded>
        </Section>
      ) : (
        <div className={styles.page}>
          <DiskUse status={query.data} />
          <div className={styles.queue}>
            {queue.data ? (
              <Queue queue={queue.data} bytes={query.data.waiting.bytes} />
            ) : queue.isError ? (
              <WaitingEvents waiting={query.data.waiting} />
            ) : (
              <Section title={queue_words.title}>
                <SkeletonRows rows={12} />
              </Section>
            )}
          </div>
          <div className={styles.aside}>
            {queue.data && <QueueErrors errors={queue.data.errors} />}
            <RetentionList retention={query.data.retention} />
          </div>
          <RetentionSettings status={query.data} />
        </div>
      )}
    </>
  )
}
