/**
 * The ledger of checks: who decided what and when, the values before and after, and an undo while it is
 * possible.
 */
import { useCall, useChange } from '#src/core/queries.ts'
import { CursorPager } from '#src/tables/cursor-pager.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { cursorIn, useUrlState, type UrlState } from '#src/tables/use-url-state.ts'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import type { BodyAt } from '#src/core/api.ts'
import { useDeviceNow } from '#src/events/event/use-device-now.ts'
import { filterIn } from '#src/events/filter/event-filter.ts'
import { StampRange } from '#src/events/filter/stamp-range.tsx'
import { Chosen } from '#src/tables/filter-fields.tsx'
import { ListBar } from '#src/tables/list-bar.tsx'
import { SearchField } from '#src/tables/search-field.tsx'
import { forgetVerdict } from '../check/verdict-queue.ts'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { LedgerTable, type Entry } from './ledger-table.tsx'

export function CheckLedger() {
  const words = useWords('check_ledger')
  const [events, list_words] = [useWords('events'), useWords('event_list')]
  const url = useUrlState()
  const cursor = cursorIn(url.search)
  const filter = ledgerFilterIn(url.search)
  const query = useCall(
    '/api/parking/check_ledger',
    { page_size: url.page_size, ...(cursor !== undefined && { cursor }), ...filter },
    { keep: true, ...(cursor === undefined ? { every: 10_000 } : {}) },
  )
  const undoing = useChange('/api/parking/undo_check', {
    refresh: ['/api/parking/check_ledger', '/api/parking/event_check_queue', '/api/parking/parking_event'],
  })
  const rows = query.data?.list
  const filtered = Object.keys(filter).length > 0

  async function undo({ uuid, seen_checks, review }: Entry) {
    const yes = await confirm({
      title: words.undo_title,
      body: <p className="paragraph">{review ? words.undo_review_says : words.undo_says}</p>,
      confirm: words.undo,
    })
    if (!yes) return
    if (!(await undoing.run({ uuid, seen_checks, ...(review && { review: true }) })))
      return void query.refetch()
    forgetVerdict(uuid)
    toast.success(review ? words.undone_review : words.undone)
  }

  return (
    <Section flush>
      <LedgerFilters url={url} users={query.data?.users ?? []} />
      <StaleMark of={[query]} />
      {!query.data && query.isError ? (
        <LoadFailed query={query} title={words.failed} />
      ) : rows?.length === 0 ? (
        filtered ? (
          <EmptyState
            title={words.nothing}
            heading="h2"
            action={<Button onClick={() => url.change(no_ledger_filter)}>{events.reset}</Button>}
          >
            {words.nothing_says}
          </EmptyState>
        ) : (
          <EmptyState title={words.empty} heading="h2">
            {words.empty_says}
          </EmptyState>
        )
      ) : (
        <div className="table-box" aria-busy={query.isPlaceholderData}>
          <LedgerTable rows={rows} undoing={undoing.running} onUndo={(entry) => void undo(entry)} />
        </div>
      )}
      {query.data && query.data.total > 0 && (
        <CursorPager
          total={list_words.total(query.data.total)}
          words={list_words}
          previous={query.data.previous}
          next={query.data.next}
          pageSize={url.page_size}
          onGo={(to) => url.change({ page: undefined, cursor: to }, { keepPage: true })}
          onPageSize={(page_size) => url.change({ page_size })}
        />
      )}
    </Section>
  )
}

type LedgerFilter = Pick<
  BodyAt<'/api/parking/check_ledger'>,
  'username' | 'start_time' | 'end_time' | 'plate_number' | 'disagreed'
>

/**
 * The filters of the ledger, kept in the URL: by user, time and plate.
 * The filter in a URL; invalid values are dropped.
 */
function ledgerFilterIn(search: URLSearchParams): LedgerFilter {
  const { start_time, end_time, plate_number } = filterIn(search)
  const username = search.get('username')?.trim().slice(0, 64)
  return {
    ...(username && { username }),
    ...(start_time !== undefined && { start_time }),
    ...(end_time !== undefined && { end_time }),
    ...(plate_number !== undefined && { plate_number }),
    ...(search.get('disagreed') === '1' && { disagreed: true }),
  }
}

const no_ledger_filter: Record<keyof LedgerFilter, undefined> = {
  username: undefined,
  start_time: undefined,
  end_time: undefined,
  plate_number: undefined,
  disagreed: undefined,
}

function LedgerFilters({ url, users }: { url: UrlState; users: readonly string[] }) {
  const [words, events] = [useWords('check_ledger'), useWords('events')]
  const now = useDeviceNow()
  const filter = ledgerFilterIn(url.search)
  const { start_time, end_time } = filter
  const wrongOrder = start_time !== undefined && end_time !== undefined && start_time > end_time
  return (
    <ListBar
      words={events}
      active={Object.keys(filter).length}
      wrongOrder={wrongOrder}
      onReset={() => url.change(no_ledger_filter)}
      search={
        <SearchField
          label={words.plate}
          placeholder={words.plate_search}
          value={filter.plate_number ?? ''}
          onSearch={(plate_number, how) => url.change({ plate_number }, how)}
        />
      }
      range={<StampRange url={url} now={now} of="checks" />}
      filters={[
        {
          name: 'username',
          label: words.username,
          text: filter.username,
          pinned: true,
          control: (id) => (
            <Chosen
              id={id}
              value={filter.username ?? ''}
              any={events.any}
              options={users.map((value) => ({ value, label: value }))}
              onChoose={(username) => url.change({ username })}
            />
          ),
          onDrop: () => url.change({ username: undefined }),
        },
        {
          name: 'disagreed',
          label: words.kind,
          text: filter.disagreed ? words.disagreed : undefined,
          pinned: true,
          control: (id) => (
            <Chosen
              id={id}
              value={filter.disagreed ? '1' : ''}
              any={events.any}
              options={[{ value: '1', label: words.disagreed }]}
              onChoose={(disagreed) => url.change({ disagreed })}
            />
          ),
          onDrop: () => url.change({ disagreed: undefined }),
        },
      ]}
    />
  )
}
