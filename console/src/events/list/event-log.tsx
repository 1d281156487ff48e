/**
 * A list of events with filters, live updates, selection and detail, used for the parking log and the manual
 * log. Long because filters, rows, selection and pages share one query.
 */
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { useMayWork } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall, type CallState, readAgain } from '#src/core/queries.ts'
import { CursorPager } from '#src/tables/cursor-pager.tsx'
import { UrlPager } from '#src/tables/pager.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { useSteadyList } from '#src/tables/steady-list.ts'
import { cursorIn, useUrlState } from '#src/tables/use-url-state.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { DownloadIcon, RefreshIcon } from '#src/ui/icons.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { ZoneNote } from '#src/time/zone-note.tsx'
import { useWords } from '#src/core/words.ts'
import { SelectionBar } from '../selection/selection-bar.tsx'
import { ExportDialog } from '../export/export-dialog.tsx'
import { filterIn, no_filter } from '../filter/event-filter.ts'
import { EventFilters } from '../filter/event-filters.tsx'
import type { EventListCalls } from '../event/event-calls.ts'
import type { ParkingEvent } from '../event/event-status.tsx'
import { EventTable } from './event-table.tsx'
import { EventCards } from './event-cards.tsx'
import { OpenedEvent } from './opened-event.tsx'
import { ListTools, viewIn } from './list-tools.tsx'
import { useSelection } from '../selection/use-selection.ts'
import { useDeviceNow } from '../event/use-device-now.ts'
import { ListBody } from '#src/tables/list-body.tsx'

type Page = AnswerAt<'/api/parking/parking_event'>
/** A long page is polled less often, so that an idle page stays below 100 kB a minute. */
const [every_ms, every_row_ms] = [5_000, 150]
const uuidOf = (event: ParkingEvent): string => event.uuid

type Props = {
  title: string
  hint?: string
  calls: EventListCalls
  /** Further buttons of the header, the main one last. */
  actions: ReactNode
  /** Shown if there are no events at all. */
  empty: ReactNode
  /** Wraps the list in the tabs of its page, below the header. */
  tabs?: (list: ReactNode) => ReactNode
}

export function EventLog({ title, hint, calls, actions, empty, tabs = (list) => list }: Props) {
  const [words, more, range] = [useWords('events'), useWords('event_list'), useWords('range')]
  const manual = calls.list === '/api/parking/manual_parking_event'
  const [export_of, setExportOf] = useState<'filter' | 'selection'>()
  const url = useUrlState()
  const now = useDeviceNow()
  const { page, page_size, search, change } = url
  const cursor = cursorIn(search)
  const filter = useMemo(() => filterIn(search), [search])
  const body = useMemo(
    () => (cursor === undefined ? { page, page_size, ...filter } : { page: 1, page_size, cursor, ...filter }),
    [page, page_size, cursor, filter],
  )
  // Only the first numbered page is polled, because new events shift the others. A page by cursor keeps its
  // rows.
  const query: CallState<Page> = useCall(calls.list, body, {
    keep: true,
    ...(body.page === 1 ? { every: Math.max(every_ms, page_size * every_row_ms) } : {}),
  })
  const list = useSteadyList(JSON.stringify(body), query.data, query.isPlaceholderData, uuidOf)
  const may_work = useMayWork()
  // The command palette opens the export through the address.
  const exporting = export_of ?? (may_work && search.get('export') === 'open' ? 'filter' : undefined)
  const selection = useSelection(list.rows)
  // The check boxes are painted first; the bar of actions follows in the next frame.
  const any = selection.events.length > 0
  const show_actions = useDeferredValue(any) && any
  const filtered = Object.keys(filter).length > 0
  // Unknown is not 0: no number is shown before the first answer or after a failed one.
  const total = query.data?.total
  const total_text = total === undefined ? '' : more.total(total)
  const hits = total === undefined ? undefined : range.list.hits(total)
  const why_no_export = may_work ? (total === 0 ? more.export_nothing : undefined) : more.export_role
  const shown = {
    rows: query.data ? list.rows : undefined,
    search,
    opened: search.get('uuid') ?? '',
    now,
    selection: may_work ? selection : undefined,
  }
  // A device without cursors pages by number, as the spec defines.
  const pages_by_cursor =
    cursor !== undefined ||
    query.data?.next !== undefined ||
    query.data?.previous !== undefined ||
    (page === 1 && (total === undefined || total <= page_size))
  const open = useCallback(
    (uuid: string | undefined, replace = false) => change({ uuid }, { keepPage: true, replace }),
    [change],
  )
  const refresh = () => void readAgain(query).then((data) => data && list.showFresh(data))

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
            <WhyButton why={why_no_export} onPress={() => setExportOf('filter')}>
              <DownloadIcon />
              {more.export}
            </WhyButton>
            {actions}
          </>
        }
      />
      {tabs(
        <Section flush>
          <EventFilters
            url={url}
            now={now}
            manual={manual}
            hits={query.isPlaceholderData ? undefined : hits}
            tools={<ListTools url={url} />}
            over={
              show_actions && (
                <SelectionBar
                  selection={selection}
                  calls={calls}
                  filter={filter}
                  total={total ?? 0}
                  onChanged={refresh}
                  onExport={() => setExportOf('selection')}
                />
              )
            }
          />
          <ListBody
            query={query}
            failed={words.failed}
            fresh={list.fresh > 0 ? words.fresh(list.fresh) : undefined}
            onFresh={() => list.showFresh()}
            empty={
              query.data && list.rows.length === 0 ? (
                filtered ? (
                  <NothingFound onReset={() => change(no_filter)} />
                ) : (
                  empty
                )
              ) : undefined
            }
          >
            {viewIn(search) === 'wall' ? (
              <EventCards {...shown} onOpen={open} />
            ) : (
              <EventTable {...shown} onOpen={open} />
            )}
          </ListBody>
          {query.data && <ZoneNote foot />}
          {query.data === undefined ? null : pages_by_cursor ? (
            <CursorPager
              total={total_text}
              words={more}
              previous={query.data?.previous}
              next={query.data?.next}
              pageSize={page_size}
              onGo={(to) => change({ page: undefined, cursor: to }, { keepPage: true })}
              onPageSize={(next) => change({ page_size: next })}
            />
          ) : (
            <UrlPager total={total} url={url} />
          )}
        </Section>,
      )}
      {exporting && (
        <ExportDialog
          uuids={exporting === 'selection' ? selection.events.map(uuidOf) : []}
          filter={filter}
          manual={manual}
          total={total_text}
          onClose={() => {
            setExportOf(undefined)
            if (search.has('export')) change({ export: undefined }, { keepPage: true, replace: true })
          }}
        />
      )}
      <OpenedEvent calls={calls} uuid={search.get('uuid')} rows={list.rows} now={now} onOpen={open} />
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
