/** The filters of the ledger, in the address: by user, time and plate. */
import type { BodyAt } from '#src/core/api.ts'
import { useDeviceNow } from '#src/events/event/use-device-now.ts'
import { filterIn, fromInput, quick_ranges, quickRange, toInput } from '#src/events/filter/event-filter.ts'
import { Chosen, FilterBar, Labelled, Typed } from '#src/tables/filter-bar.tsx'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { formatDate } from '#src/time/time.ts'
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
  const quick = quick_ranges.map((name) => {
    const range = quickRange(name, formatDate(now))
    const pressed = start_time === range.start_time && end_time === range.end_time
    return {
      name,
      label: events[name],
      pressed,
      onPress: () => url.change(pressed ? { start_time: undefined, end_time: undefined } : range),
    }
  })
  return (
    <FilterBar
      words={events}
      active={Object.keys(filter).length}
      quick={quick}
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
            type="search"
            value={filter.plate_number ?? ''}
            placeholder={words.plate_search}
            onCommit={(plate_number) => url.change({ plate_number })}
          />
        )}
      </Labelled>
      <Labelled wide label={events.start_time}>
        {(id) => (
          <Typed
            id={id}
            type="datetime-local"
            value={toInput(start_time)}
            onCommit={(text) => url.change({ start_time: fromInput(text) })}
          />
        )}
      </Labelled>
      <Labelled wide label={events.end_time}>
        {(id) => (
          <Typed
            id={id}
            type="datetime-local"
            value={toInput(end_time)}
            invalid={wrongOrder}
            onCommit={(text) => url.change({ end_time: fromInput(text) })}
          />
        )}
      </Labelled>
    </FilterBar>
  )
}
