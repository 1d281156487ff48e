/**
 * The filters of the event list. They are in the address: a list can be shared by its link, and Back undoes a
 * filter.
 */
import { event_status, event_type, plate_color, response_status } from '@parking/contract/core/codes.ts'
import { useCall } from '#src/core/queries.ts'
import { Chosen, coded, FilterBar, Labelled, Typed, type FilterOption } from '#src/tables/filter-bar.tsx'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { useWords } from '#src/core/words.ts'
import { StampRange } from './stamp-range.tsx'
import { filter_names, filterIn, no_filter, type FilterName } from './event-filter.ts'

const manual_types = ['manual_vacancy_check', 'manual_occupied_check'] as const

/** `manual`: the manual log, which has two types of events. */
export function EventFilters({ url, now, manual }: { url: UrlState; now: number; manual: boolean }) {
  const [words, list, codes] = [useWords('events'), useWords('event_list'), useWords('codes')]
  const conditions = useCall('/api/parking/parking_event_search_condition', {}).data
  const filter = filterIn(url.search)
  const wrongOrder =
    filter.start_time !== undefined && filter.end_time !== undefined && filter.start_time > filter.end_time
  const valueOf = (name: FilterName) => String(filter[name] ?? '')
  const setValue = (name: FilterName) => (value: string) => {
    if (value !== valueOf(name)) url.change({ [name]: value })
  }
  const chosen = (name: FilterName, options: readonly FilterOption[]) => (id: string) => (
    <Chosen id={id} value={valueOf(name)} any={words.any} options={options} onChoose={setValue(name)} />
  )

  return (
    <FilterBar
      words={words}
      active={filter_names.filter((name) => name !== 'plate_like' && filter[name] !== undefined).length}
      range={<StampRange url={url} now={now} />}
      wrongOrder={wrongOrder}
      onReset={() => url.change(no_filter)}
    >
      <Labelled label={words.plate_number}>
        {(id) => (
          <Typed
            id={id}
            value={valueOf('plate_number')}
            placeholder={words.plate_search}
            onCommit={setValue('plate_number')}
          />
        )}
      </Labelled>
      {filter.plate_number !== undefined && (
        <Labelled label={list.plate_like}>
          {(id) => (
            <Chosen
              id={id}
              value={filter.plate_like ? '1' : ''}
              any={list.plate_exact}
              options={[{ value: '1', label: list.plate_similar }]}
              onChoose={(value) => url.change({ plate_like: value || undefined })}
            />
          )}
        </Labelled>
      )}
      <Labelled label={words.lot_no}>
        {(id) => (
          <Typed
            id={id}
            value={valueOf('lot_no')}
            suggestions={conditions?.lot_no}
            onCommit={setValue('lot_no')}
          />
        )}
      </Labelled>
      <Labelled label={words.camera_name}>
        {chosen('camera_name', optionsOf(conditions?.camera_name))}
      </Labelled>
      <Labelled label={words.parking_no}>{chosen('parking_no', optionsOf(conditions?.parking_no))}</Labelled>
      <Labelled label={words.event_type}>
        {chosen(
          'event_type',
          manual
            ? manual_types.map((word) => ({ value: String(event_type[word]), label: codes.event_type[word] }))
            : coded(event_type, codes.event_type),
        )}
      </Labelled>
      <Labelled label={words.plate_color}>
        {chosen(
          'plate_color',
          plate_color
            .filter((color) => !conditions || conditions.plate_color.includes(color))
            .map((value) => ({ value, label: codes.plate_color[value] })),
        )}
      </Labelled>
      <Labelled label={words.status}>{chosen('status', coded(event_status, codes.event_status))}</Labelled>
      <Labelled label={words.response_status}>
        {chosen('response_status', coded(response_status, codes.response_status))}
      </Labelled>
    </FilterBar>
  )
}

const optionsOf = (values: readonly string[] | undefined): FilterOption[] =>
  (values ?? []).map((value) => ({ value, label: value }))
