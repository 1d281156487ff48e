/** The parking event log (spec §2, §4): what was seen, and what became of it. */
import { useCallback, useMemo } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../../queries.ts'
import { Pager } from '../../../../tables/pager.tsx'
import { StaleMark } from '../../../../tables/stale-mark.tsx'
import { useSteadyList } from '../../../../tables/steady-list.ts'
import { useUrlState } from '../../../../tables/use-url-state.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { RefreshIcon } from '../../../../ui/icons.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Section } from '../../../../ui/section.tsx'
import { formatDate } from '../../../../ui/time.ts'
import { useWords } from '../../../../words.ts'
import { EventDetail } from './event-detail.tsx'
import { EventFilters } from './event-filters.tsx'
import type { ParkingEvent } from './event-status.tsx'
import { EventTable } from './event-table.tsx'
import { filterIn, no_filter } from './filter.ts'
import styles from './parking.module.css'
import { ResumeUpload } from './resume-upload.tsx'
import { useDeviceNow } from './use-device-now.ts'

const uuidOf = (event: ParkingEvent): string => event.uuid

export default function ParkingEvents() {
  const [words, titles] = [useWords('parking'), useWords('shell').routes]
  const url = useUrlState()
  const now = useDeviceNow()
  const { page, page_size, search, change } = url
  const body = useMemo(() => ({ page, page_size, ...filterIn(search) }), [page, page_size, search])
  // only the first page can be followed: what is new comes in above it
  const query = useCall('/api/parking/parking_event', body, { keep: true, ...(page === 1 ? { every: 5_000 } : {}) })
  const list = useSteadyList(JSON.stringify(body), query.data, query.isPlaceholderData, uuidOf)
  const filtered = Object.keys(body).length > 2
  const open = useCallback((uuid: string | undefined, replace = false) => change({ uuid }, { keepPage: true, replace }), [change])

  return (
    <>
      <PageHeader
        title={titles.business_parking}
        action={
          <>
            <StaleMark of={[query]} />
            <button type="button" className="button" onClick={() => void query.refetch().then(list.showFresh)} aria-busy={query.isFetching}>
              <RefreshIcon />
              {words.refresh}
            </button>
            <ResumeUpload />
          </>
        }
      />
      <Section flush>
        <EventFilters url={url} today={formatDate(now)} />
        <div className={styles.body}>
          {list.fresh > 0 && (
            <div className={styles.pill}>
              <button type="button" onClick={list.showFresh}>{words.fresh(list.fresh)}</button>
            </div>
          )}
          {!query.data && query.isError ? (
            <ErrorState title={words.failed} retry={() => void query.refetch()} retrying={query.isFetching}>{query.error.message}</ErrorState>
          ) : query.data && list.rows.length === 0 ? (
            <Nothing filtered={filtered} onReset={() => change(no_filter)} />
          ) : (
            <div className="table-box" aria-busy={query.isPlaceholderData} data-dim={query.isPlaceholderData || undefined}>
              <EventTable rows={query.data ? list.rows : undefined} search={search} opened={search.get('uuid') ?? ''} now={now} onOpen={open} />
            </div>
          )}
        </div>
        <Pager
          total={query.data?.total ?? 0} page={page} pageSize={page_size}
          onPage={(next) => change({ page: next === 1 ? undefined : next }, { keepPage: true })}
          onPageSize={(next) => change({ page_size: next })}
        />
      </Section>
      <Opened uuid={search.get('uuid')} rows={list.rows} now={now} onOpen={open} />
    </>
  )
}

function Nothing({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  const words = useWords('parking')
  if (filtered) {
    return (
      <EmptyState title={words.nothing} heading="h2" action={<button type="button" className="button" onClick={onReset}>{words.reset}</button>}>
        {words.nothing_says}
      </EmptyState>
    )
  }
  return (
    <EmptyState title={words.empty} heading="h2" action={<Link className="button" data-kind="main" to="/business/sceneConfig">{words.empty_go}</Link>}>
      {words.empty_says}
    </EmptyState>
  )
}

/** The event of the address: from the list where it is on it, otherwise asked for by itself. */
function Opened({ uuid, rows, now, onOpen }: { uuid: string | null; rows: readonly ParkingEvent[]; now: number; onOpen: (uuid: string | undefined, replace?: boolean) => void }) {
  const at = rows.findIndex((event) => event.uuid === uuid)
  const alone = useCall('/api/parking/parking_event', { page: 1, page_size: 1, uuid: uuid ?? '' }, { enabled: uuid !== null && at === -1 })
  if (uuid === null) return null
  const event = rows[at] ?? (alone.isError ? null : alone.data && (alone.data.list[0] ?? null))
  const neighbour = (by: number) => (at === -1 ? undefined : rows[at + by]?.uuid)
  return <EventDetail event={event} now={now} previous={neighbour(-1)} next={neighbour(1)} onGo={(to) => onOpen(to, true)} onClose={() => onOpen(undefined)} />
}
