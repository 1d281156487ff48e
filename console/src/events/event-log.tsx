/** A list of events with its filters, what comes in meanwhile, what is opened, and deleting: the parking log and the manual one are both this. */
import { useCallback, useMemo, type ReactNode } from 'react'
import { useMayWork } from '../forms/use-may-work.ts'
import type { AnswerAt } from '../api.ts'
import { useCall, type CallState } from '../queries.ts'
import { CursorPager } from '../tables/cursor-pager.tsx'
import { Pager } from '../tables/pager.tsx'
import { StaleMark } from '../tables/stale-mark.tsx'
import { useSteadyList } from '../tables/steady-list.ts'
import { cursorIn, useUrlState } from '../tables/use-url-state.ts'
import { Button } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshIcon } from '../ui/icons.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Section } from '../ui/section.tsx'
import { formatDate } from '../ui/time.ts'
import { useWords } from '../words.ts'
import { ChosenBar } from './chosen-bar.tsx'
import { EventDetail } from './event-detail.tsx'
import { filterIn, no_filter } from './event-filter.ts'
import { EventFilters } from './event-filters.tsx'
import type { ParkingEvent } from './event-status.tsx'
import { EventTable } from './event-table.tsx'
import { EventWall } from './event-wall.tsx'
import styles from './events.module.css'
import { ListTools, viewIn } from './list-tools.tsx'
import { useChosen } from './use-chosen.ts'
import { useDeviceNow } from './use-device-now.ts'

type Page = AnswerAt<'/api/parking/parking_event'>
const uuidOf = (event: ParkingEvent): string => event.uuid

/** Which calls a log is made of. */
export type LogCalls =
  | { list: '/api/parking/parking_event'; remove: '/api/parking/delete_parking_event' }
  | { list: '/api/parking/manual_parking_event'; remove: '/api/parking/delete_manual_parking_event' }

type Props = {
  title: string
  hint?: string
  calls: LogCalls
  /** More buttons in the header, the main one last. */
  actions: ReactNode
  /** What stands there while there is no event at all. */
  empty: ReactNode
  /** Puts the list into a tab of its page, below the header. */
  tabs?: (list: ReactNode) => ReactNode
}

export function EventLog({ title, hint, calls, actions, empty, tabs = (list) => list }: Props) {
  const [words, more] = [useWords('events'), useWords('event_list')]
  const url = useUrlState()
  const now = useDeviceNow()
  const { page, page_size, search, change } = url
  const cursor = cursorIn(search)
  const filter = useMemo(() => filterIn(search), [search])
  const body = useMemo(
    () => (cursor === undefined ? { page, page_size, ...filter } : { page: 1, page_size, cursor, ...filter }),
    [page, page_size, cursor, filter],
  )
  // A page by number cannot be followed but the first: what comes in pushes all others on. One by cursor stays where it is.
  const query: CallState<Page> = useCall(calls.list, body, {
    keep: true,
    ...(body.page === 1 ? { every: 5_000 } : {}),
  })
  const list = useSteadyList(JSON.stringify(body), query.data, query.isPlaceholderData, uuidOf)
  const may_work = useMayWork()
  const chosen = useChosen(list.rows)
  const filtered = Object.keys(filter).length > 0
  const total = query.data?.total ?? 0
  const total_words = query.data?.total_is_more ? more.total_more(total) : more.total(total)
  const shown = {
    rows: query.data ? list.rows : undefined,
    search,
    opened: search.get('uuid') ?? '',
    now,
    chosen: may_work ? chosen : undefined,
  }
  // A device that knows no cursors goes by numbers, as the spec has it.
  const by_cursor =
    cursor !== undefined ||
    query.data?.next !== undefined ||
    query.data?.previous !== undefined ||
    (page === 1 && total <= page_size)
  const open = useCallback(
    (uuid: string | undefined, replace = false) => change({ uuid }, { keepPage: true, replace }),
    [change],
  )
  const refresh = () => void query.refetch().then(({ data }) => list.showFresh(data))

  return (
    <>
      <PageHeader
        title={title}
        {...(hint === undefined ? {} : { hint })}
        action={
          <>
            <StaleMark of={[query]} />
            <Button onClick={refresh} aria-busy={query.isFetching}>
              <RefreshIcon />
              {words.refresh}
            </Button>
            {actions}
          </>
        }
      />
      {tabs(
        <Section flush>
          <EventFilters
            url={url}
            today={formatDate(now)}
            manual={calls.list === '/api/parking/manual_parking_event'}
          />
          {chosen.events.length > 0 && (
            <ChosenBar chosen={chosen} calls={calls} filter={filter} total={total} onGone={refresh} />
          )}
          <ListTools
            url={url}
            filter={filter}
            manual={calls.list === '/api/parking/manual_parking_event'}
            rows={list.rows}
            chosen={may_work ? chosen : undefined}
            empty={total === 0}
            total={total_words}
          />
          <div className={styles.body}>
            {list.fresh > 0 && (
              <div className={styles.pill}>
                <button type="button" onClick={() => list.showFresh()}>
                  {words.fresh(list.fresh)}
                </button>
              </div>
            )}
            {!query.data && query.isError ? (
              <ErrorState title={words.failed} retry={() => void query.refetch()} retrying={query.isFetching}>
                {query.error.message}
              </ErrorState>
            ) : query.data && list.rows.length === 0 ? (
              filtered ? (
                <NothingFound onReset={() => change(no_filter)} />
              ) : (
                empty
              )
            ) : (
              <div
                className="table-box"
                aria-busy={query.isPlaceholderData}
                data-dim={query.isPlaceholderData || undefined}
              >
                {viewIn(search) === 'wall' ? (
                  <EventWall {...shown} onOpen={open} />
                ) : (
                  <EventTable {...shown} onOpen={open} />
                )}
              </div>
            )}
          </div>
          {by_cursor ? (
            <CursorPager
              total={total_words}
              words={more}
              previous={query.data?.previous}
              next={query.data?.next}
              pageSize={page_size}
              onGo={(to) => change({ page: undefined, cursor: to }, { keepPage: true })}
              onPageSize={(next) => change({ page_size: next })}
            />
          ) : (
            <Pager
              total={total}
              page={page}
              pageSize={page_size}
              onPage={(next) => change({ page: next === 1 ? undefined : next }, { keepPage: true })}
              onPageSize={(next) => change({ page_size: next })}
            />
          )}
        </Section>,
      )}
      <Opened calls={calls} uuid={search.get('uuid')} rows={list.rows} now={now} onOpen={open} />
    </>
  )
}

function NothingFound({ onReset }: { onReset: () => void }) {
  const words = useWords('events')
  return (
    <EmptyState title={words.nothing} heading="h2" action={<Button onClick={onReset}>{words.reset}</Button>}>
      {words.nothing_says}
    </EmptyState>
  )
}

type OpenedProps = {
  calls: LogCalls
  uuid: string | null
  rows: readonly ParkingEvent[]
  now: number
  onOpen: (uuid: string | undefined, replace?: boolean) => void
}

/** The event of the address: from the list where it is on it, otherwise asked for by itself. */
function Opened({ calls, uuid, rows, now, onOpen }: OpenedProps) {
  const at = rows.findIndex((event) => event.uuid === uuid)
  const alone: CallState<Page> = useCall(
    calls.list,
    { page: 1, page_size: 1, uuid: uuid ?? '' },
    { enabled: uuid !== null && at === -1 },
  )
  if (uuid === null) return null
  const event = rows[at] ?? (alone.isError ? null : alone.data && (alone.data.list[0] ?? null))
  const neighbour = (by: number) => (at === -1 ? undefined : rows[at + by]?.uuid)
  return (
    <EventDetail
      event={event}
      uuid={uuid}
      now={now}
      previous={neighbour(-1)}
      next={neighbour(1)}
      onGo={(to) => onOpen(to, true)}
      onClose={() => onOpen(undefined)}
    />
  )
}
