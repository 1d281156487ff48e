/** The filters of the ledger, in the address: by user, time and plate. */
import type { BodyAt } from '#src/core/api.ts'
import { useDeviceNow } from '#src/events/event/use-device-now.ts'
import { filterIn } from '#src/events/filter/event-filter.ts'
import { StampRange } from '#src/events/filter/stamp-range.tsx'
import { Chosen, FilterBar, Labelled, Typed } from '#src/tables/filter-bar.tsx'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { useWords } from '#src/core/words.ts'

export type LedgerFilter = Pick<
  BodyAt<'/api/parking/check_ledger'>,
  'username' | 'start_time' | 'end_time' | 'plate_number'
>

/** The filter in an address; invalid values are dropped. */
export function ledgerFilterIn(search: URLSearchParams): LedgerFilter {
  const { start_time, end_time, plate_number } = filterIn(search)
  const username = search.get('username')?.trim().slice(0, 64)
  return {
    ...(username && { username }),
    ...(start_time !== undefined && { start_time }),
    ...(end_time !== undefined && { end_time }),
    ...(plate_number !== undefined && { plate_number }),
  }
}

export const no_ledger_filter: Record<keyof LedgerFilter, undefined> = {
  username: undefined,
  start_time: undefined,
  end_time: undefined,
  plate_number: undefined,
}

export function LedgerFilters({ url, users }: { url: UrlState; users: readonly string[] }) {
  const [words, events] = [useWords('check_ledger'), useWords('events')]
  const now = useDeviceNow()
  const filter = ledgerFilterIn(url.search)
  const { start_time, end_time } = filter
  const wrongOrder = start_time !== undefined && end_time !== undefined && start_time > end_time
  return (
    <FilterBar
      words={events}
      active={Object.keys(filter).length}
      range={<StampRange url={url} now={now} />}
      wrongOrder={wrongOrder}
      onReset={() => url.change(no_ledger_filter)}
    >
      <Labelled label={words.username}>
        {(id) => (
          <Chosen
            id={id}
            value={filter.username ?? ''}
            any={events.any}
            options={users.map((value) => ({ value, label: value }))}
            onChoose={(username) => url.change({ username })}
          />
        )}
      </Labelled>
      <Labelled label={words.plate}>
        {(id) => (
          <Typed
            id={id}
            value={filter.plate_number ?? ''}
            placeholder={words.plate_search}
            onCommit={(plate_number) => url.change({ plate_number })}
          />
        )}
      </Labelled>
    </FilterBar>
  )
}
