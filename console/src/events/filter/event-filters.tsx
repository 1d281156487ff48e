/**
 * The bar above the event list: search by plate, times and filters. They are in the address, so a list can be
 * shared as a link, and Back undoes a filter.
 */
import { event_status, event_type, plate_color, response_status } from '@parking/contract/core/codes.ts'
import type { ReactNode } from 'react'
import { useCall } from '#src/core/queries.ts'
import { Chosen, coded, Typed, type FilterOption } from '#src/tables/filter-fields.tsx'
import { ListBar, type ListFilter } from '#src/tables/list-bar.tsx'
import { SearchField } from '#src/tables/search-field.tsx'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { useWords } from '#src/core/words.ts'
import { filter_names, filterIn, no_filter, type FilterName } from './event-filter.ts'
import { StampRange } from './stamp-range.tsx'

const manual_types = ['manual_vacancy_check', 'manual_occupied_check'] as const

type Props = {
  url: UrlState
  /** The device's time. */
  now: number
  /** The manual log has only two types of events. */
  manual: boolean
  /** The number of matching events, as a short text. */
  hits: string | undefined
  tools: ReactNode
  over: ReactNode
}

export function EventFilters({ url, now, manual, hits, tools, over }: Props) {
  const [words, list, codes] = [useWords('events'), useWords('event_list'), useWords('codes')]
  const conditions = useCall('/api/parking/parking_event_search_condition', {}).data
  const filter = filterIn(url.search)
  const wrongOrder =
    filter.start_time !== undefined && filter.end_time !== undefined && filter.start_time > filter.end_time
  const valueOf = (name: FilterName) => String(filter[name] ?? '')
  const setValue = (name: FilterName) => (value: string) => {
    if (value !== valueOf(name)) url.change({ [name]: value || undefined })
  }
  const chosen = (
    name: FilterName & keyof typeof words,
    options: readonly FilterOption[],
    pinned = false,
  ): ListFilter => {
    const value = valueOf(name)
    return {
      name,
      label: words[name],
      text: value === '' ? undefined : (options.find((one) => one.value === value)?.label ?? value),
      pinned,
      control: (id) => (
        <Chosen id={id} value={value} any={words.any} options={options} onChoose={setValue(name)} />
      ),
      onDrop: () => setValue(name)(''),
    }
  }
  const types = manual
    ? manual_types.map((word) => ({ value: String(event_type[word]), label: codes.event_type[word] }))
    : coded(event_type, codes.event_type)
  const colors = plate_color
    .filter((color) => !conditions || conditions.plate_color.includes(color))
    .map((value) => ({ value, label: codes.plate_color[value] }))
  const filters: ListFilter[] = [
    chosen('event_type', types, true),
    chosen('status', coded(event_status, codes.event_status), true),
    {
      name: 'lot_no',
      label: words.lot_no,
      text: filter.lot_no,
      control: (id) => (
        <Typed
          id={id}
          value={valueOf('lot_no')}
          suggestions={conditions?.lot_no}
          onCommit={setValue('lot_no')}
        />
      ),
      onDrop: () => setValue('lot_no')(''),
    },
    chosen('camera_name', optionsOf(conditions?.camera_name)),
    chosen('parking_no', optionsOf(conditions?.parking_no)),
    chosen('plate_color', colors),
    chosen('response_status', coded(response_status, codes.response_status)),
  ]

  return (
    <ListBar
      words={words}
      active={filter_names.filter((name) => name !== 'plate_like' && filter[name] !== undefined).length}
      filters={filters}
      wrongOrder={wrongOrder}
      onReset={() => url.change(no_filter)}
      search={
        <SearchField
          label={words.plate_number}
          placeholder={words.plate_search}
          value={valueOf('plate_number')}
          hits={hits}
          onSearch={(text, how) => url.change({ plate_number: text }, how)}
        >
          <button
            type="button"
            className="plain"
            aria-pressed={filter.plate_like === true}
            aria-label={list.plate_similar}
            title={list.plate_similar}
            onClick={() => url.change({ plate_like: filter.plate_like ? undefined : 1 })}
          >
            ≈
          </button>
        </SearchField>
      }
      range={<StampRange url={url} now={now} of={manual ? 'manual' : 'events'} />}
      tools={tools}
      over={over}
    />
  )
}

const optionsOf = (values: readonly string[] | undefined): FilterOption[] =>
  (values ?? []).map((value) => ({ value, label: value }))
