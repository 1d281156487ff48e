/**
 * The logs of the device (spec §2, §3 log): its events, the audit, and the output of the application and the
 * system. Long because the parts of its header live nowhere else.
 */
import { log_type } from '@parking/contract/core/codes.ts'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useCall, readAgain } from '#src/core/queries.ts'
import { UrlPager } from '#src/tables/pager.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { useSteadyList } from '#src/tables/steady-list.ts'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { RefreshIcon } from '#src/ui/icons.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { formatTime } from '#src/time/time.ts'
import { ZoneNote } from '#src/time/zone-note.tsx'
import { useWords } from '#src/core/words.ts'
import { ListBody } from '#src/tables/list-body.tsx'
import { AuditCheck } from './audit-check.tsx'
import { DeleteLogs } from './delete-logs.tsx'
import { ExportLogs } from './export-logs.tsx'
import { activeIn, filterIn, no_filter, type LogRow } from './filter.ts'
import { LogFilters } from './log-filters.tsx'
import { LogTable } from './log-table.tsx'
import styles from './page.module.css'
import { SyslogCard } from './syslog/syslog-card.tsx'
import live_button_styles from './live-button.module.css'

const idOf = (row: LogRow): string => String(row.id)

export default function Logs() {
  const [words, titles, range] = [useWords('log'), useWords('shell').routes, useWords('range')]
  const url = useUrlState()
  const { page, page_size, search, change } = url
  const filter = useMemo(() => filterIn(search), [search])
  const body = useMemo(() => ({ ...filter, page, page_size }), [filter, page, page_size])
  const [live, setLive] = useState(false)
  const atTop = useAtTop()
  // Only the first page is polled, and a search less often, because it is expensive for the device.
  const followed = page === 1 && filter.end_ms === undefined && filter.type !== log_type.system
  const query = useCall('/api/system/log', body, {
    keep: true,
    ...(followed ? { every: live ? 2_000 : filter.text ? 15_000 : 5_000 } : {}),
  })
  const list = useSteadyList(JSON.stringify(body), query.data, query.isPlaceholderData, idOf)
  const opened = search.get('id') ?? ''
  // New rows must not shift the rows that the user is reading.
  const flowing = live && followed && atTop && opened === ''
  const rows = flowing && query.data && !query.isPlaceholderData ? query.data.list : list.rows
  const total = query.data?.total
  const searched_ms = query.data?.searched_ms

  return (
    <>
      <PageHeader
        title={titles.system_log}
        action={
          <>
            <span className={styles.stale}>
              <StaleMark of={[query]} />
            </span>
            {followed && (
              <LiveButton
                live={live}
                onChange={(on) => {
                  list.showFresh()
                  setLive(on)
                }}
              />
            )}
            <Button
              onClick={() => void readAgain(query).then((data) => data && list.showFresh(data))}
              aria-busy={query.isFetching}
            >
              <RefreshIcon />
              {words.refresh}
            </Button>
            <AuditCheck />
            <ExportLogs filter={filter} total={total} />
            <DeleteLogs type={filter.type} />
          </>
        }
      />
      <Section flush>
        <LogFilters
          url={url}
          hits={total === undefined || query.isPlaceholderData ? undefined : range.list.hits(total)}
        />
        <ListBody
          query={query}
          failed={words.failed}
          fresh={!flowing && list.fresh > 0 ? words.fresh(list.fresh) : undefined}
          onFresh={() => list.showFresh()}
          empty={
            query.data && rows.length === 0 ? (
              <NoRows
                system={filter.type === log_type.system && activeIn(search) === 1}
                filtered={activeIn(search) > 0}
                onReset={() => change(no_filter)}
              />
            ) : undefined
          }
          foot={
            <>
              {query.data && <ZoneNote foot />}
              {searched_ms !== undefined && (
                <p className={`row wrap gap-8-16 text-13 ink-2 line-above ${styles.searched}`}>
                  {filter.type === log_type.system
                    ? words.system_note
                    : words.searched(formatTime(searched_ms))}
                  {filter.type !== log_type.system && (
                    <Button
                      onClick={() =>
                        change({ since: undefined, start_ms: filter.start_ms, end_ms: searched_ms - 1 })
                      }
                    >
                      {words.search_on}
                    </Button>
                  )}
                </p>
              )}
            </>
          }
        >
          <LogTable
            rows={query.data ? rows : undefined}
            opened={opened}
            onOpen={(id) => change({ id }, { keepPage: true, replace: true })}
            onAround={(ms) =>
              change({ ...no_filter, id: undefined, start_ms: ms - 300_000, end_ms: ms + 300_000 })
            }
          />
        </ListBody>
        <UrlPager total={total} url={url} forget="id" />
      </Section>
      <SyslogCard />
    </>
  )
}

function NoRows({ system, filtered, onReset }: { system: boolean; filtered: boolean; onReset: () => void }) {
  const words = useWords('log')
  if (system)
    return (
      <EmptyState title={words.empty_system} heading="h2">
        {words.empty_system_says}
      </EmptyState>
    )
  if (!filtered)
    return (
      <EmptyState title={words.empty} heading="h2">
        {words.empty_says}
      </EmptyState>
    )
  return (
    <EmptyState title={words.nothing} heading="h2" action={<Button onClick={onReset}>{words.reset}</Button>}>
      {words.nothing_says}
    </EmptyState>
  )
}

const near_px = 120

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

/** Whether the page is scrolled to its top, where new rows do not shift what the user reads. */
const useAtTop = (): boolean => useSyncExternalStore(subscribe, () => window.scrollY < near_px)

/** Turns the live tail on and off. */
function LiveButton({ live, onChange }: { live: boolean; onChange: (live: boolean) => void }) {
  const words = useWords('log')
  return (
    <Button
      className={live_button_styles.live}
      aria-pressed={live}
      title={live ? words.live_on : words.live_off}
      onClick={() => onChange(!live)}
    >
      <span className={live_button_styles.lamp} aria-hidden="true" />
      {words.live}
    </Button>
  )
}
