/** The box's disk (ours): what is on it, what is kept for how long, and what waits there to be sent. */
import type { AnswerAt } from '../../../api.ts'
import { useCall } from '../../../queries.ts'
import { Loaded } from '../../../tables/loaded.tsx'
import { StaleMark } from '../../../tables/stale-mark.tsx'
import { RefreshIcon } from '../../../ui/icons.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { useWords } from '../../../words.ts'
import { DiskUse } from './disk-use.tsx'
import { Retention } from './retention.tsx'
import styles from './storage.module.css'
import { Waiting } from './waiting.tsx'

export type DiskStatus = AnswerAt<'/api/system/disk_status'>

export default function StoragePage() {
  const [words, titles] = [useWords('storage'), useWords('shell').routes]
  const query = useCall('/api/system/disk_status', {}, { every: 5_000 })
  return (
    <>
      <PageHeader
        title={titles.device_storage} hint={words.hint}
        action={
          <>
            <span className={styles.stale}><StaleMark of={[query]} /></span>
            <button type="button" className="button" aria-busy={query.isFetching} onClick={() => void query.refetch()}><RefreshIcon />{words.refresh}</button>
          </>
        }
      />
      {query.data === undefined ? (
        <Section title={words.disk}><Loaded query={query} rows={8} failed={words.failed}>{() => null}</Loaded></Section>
      ) : (
        <div className={styles.page}>
          <DiskUse status={query.data} />
          <Waiting waiting={query.data.waiting} />
          <Retention retention={query.data.retention} />
        </div>
      )}
    </>
  )
}
