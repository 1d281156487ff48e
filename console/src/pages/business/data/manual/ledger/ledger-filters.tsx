/** The filters of the ledger, kept in the URL: by user, time and plate. */
import type { BodyAt } from '#src/core/api.ts'
import { useDeviceNow } from '#src/events/event/use-device-now.ts'
import { filterIn } from '#src/events/filter/event-filter.ts'
import { StampRange } from '#src/events/filter/stamp-range.tsx'
import { Chosen } from '#src/tables/filter-fields.tsx'
import { ListBar } from '#src/tables/list-bar.tsx'
import { SearchField } from '#src/tables/search-field.tsx'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { useWords } from '#src/core/words.ts'

export type LedgerFilter = Pick<
  BodyAt<'/api/parking/check_ledger'>,
  'username' | 'start_time' | 'end_time' | 'plate_number' | 'disagreed'
>

/** The filter in a URL; invalid values are dropped. */
export function ledgerFilterIn(search: URLSearchParams): LedgerFilter {
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

export const no_ledger_filter: Record<keyof LedgerFilter, undefined> = {
  username: undefined,
  start_time: undefined,
  end_time: undefined,
  plate_number: undefined,
  disagreed: undefined,
}

export function LedgerFilters({ url, users }: { url: UrlState; users: readonly string[] }) {
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
