/** What the event list is narrowed by. Everything is in the address, so that a list can be sent to a colleague and Back undoes a filter. */
import { event_status, event_type, plate_color, response_status } from '@parking/contract/codes.ts'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useCall } from '../../../../queries.ts'
import type { UrlState } from '../../../../tables/use-url-state.ts'
import { FilterIcon } from '../../../../ui/icons.tsx'
import { useWords } from '../../../../words.ts'
import { filter_names, filterIn, fromInput, no_filter, quick_ranges, quickRange, toInput, type FilterName } from './filter.ts'
import styles from './event-filters.module.css'

export function EventFilters({ url, today }: { url: UrlState; today: string }) {
  const [words, codes] = [useWords('parking'), useWords('codes')]
  const conditions = useCall('/api/parking/parking_event_search_condition', {}).data
  const [open, setOpen] = useState(false)
  const id = useId()
  const filter = filterIn(url.search)
  const active = filter_names.filter((name) => filter[name] !== undefined).length
  const wrongOrder = filter.start_time !== undefined && filter.end_time !== undefined && filter.start_time > filter.end_time
  const valueOf = (name: FilterName) => String(filter[name] ?? '')
  const set = (name: FilterName) => (value: string) => {
    if (value !== valueOf(name)) url.change({ [name]: value })
  }

  return (
    <div className={styles.filters}>
      <div className={styles.head}>
        <button type="button" className={`button ${styles.toggle}`} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <FilterIcon />
          {active > 0 ? words.filters_active(active) : words.filters}
        </button>
        <div className={styles.quick} role="group" aria-label={words.quick}>
          {quick_ranges.map((range) => {
            const { start_time, end_time } = quickRange(range, today)
            const pressed = filter.start_time === start_time && filter.end_time === end_time
            return (
              <button key={range} type="button" aria-pressed={pressed} onClick={() => url.change(pressed ? { start_time: undefined, end_time: undefined } : { start_time, end_time })}>
                {words[range]}
              </button>
            )
          })}
        </div>
        <button type="button" className="button" data-kind="quiet" disabled={active === 0} onClick={() => url.change(no_filter)}>
          {words.reset}
        </button>
      </div>
      <div id={id} className={styles.fields} data-open={open} role="search" aria-label={words.filters}>
        <Labelled label={words.start_time}>{(field) => <Typed id={field} type="datetime-local" value={toInput(filter.start_time)} onCommit={(text) => set('start_time')(fromInput(text) ?? '')} />}</Labelled>
        <Labelled label={words.end_time}>{(field) => <Typed id={field} type="datetime-local" value={toInput(filter.end_time)} onCommit={(text) => set('end_time')(fromInput(text) ?? '')} invalid={wrongOrder} />}</Labelled>
        <Labelled label={words.plate_number}>{(field) => <Typed id={field} type="search" value={valueOf('plate_number')} placeholder={words.plate_search} onCommit={set('plate_number')} />}</Labelled>
        <Labelled label={words.lot_no}>{(field) => <Typed id={field} type="search" value={valueOf('lot_no')} suggestions={conditions?.lot_no} onCommit={set('lot_no')} />}</Labelled>
        <Labelled label={words.camera_name}>{(field) => <Chosen id={field} value={valueOf('camera_name')} options={plain(conditions?.camera_name)} onChoose={set('camera_name')} />}</Labelled>
        <Labelled label={words.parking_no}>{(field) => <Chosen id={field} value={valueOf('parking_no')} options={plain(conditions?.parking_no)} onChoose={set('parking_no')} />}</Labelled>
        <Labelled label={words.event_type}>{(field) => <Chosen id={field} value={valueOf('event_type')} options={coded(event_type, codes.event_type)} onChoose={set('event_type')} />}</Labelled>
        <Labelled label={words.plate_color}>
          {(field) => <Chosen id={field} value={valueOf('plate_color')} options={plate_color.filter((color) => !conditions || conditions.plate_color.includes(color)).map((value) => ({ value, label: codes.plate_color[value] }))} onChoose={set('plate_color')} />}
        </Labelled>
        <Labelled label={words.status}>{(field) => <Chosen id={field} value={valueOf('status')} options={coded(event_status, codes.event_status)} onChoose={set('status')} />}</Labelled>
        <Labelled label={words.response_status}>{(field) => <Chosen id={field} value={valueOf('response_status')} options={coded(response_status, codes.response_status)} onChoose={set('response_status')} />}</Labelled>
      </div>
      {wrongOrder && <p className={styles.wrong} role="alert">{words.time_order}</p>}
    </div>
  )
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

type Option = { value: string; label: string }
const plain = (values: readonly string[] | undefined): Option[] => (values ?? []).map((value) => ({ value, label: value }))
const coded = <Word extends string>(table: Record<Word, number>, labels: Record<Word, string>): Option[] =>
  (Object.keys(table) as Word[]).map((word) => ({ value: String(table[word]), label: labels[word] }))

function Chosen({ id, value, options, onChoose }: { id: string; value: string; options: readonly Option[]; onChoose: (value: string) => void }) {
  const words = useWords('parking')
  const known = value === '' || options.some((option) => option.value === value)
  return (
    <select id={id} className="input" value={value} data-set={value !== '' || undefined} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">{words.any}</option>
      {!known && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>{option.label}</option>
      ))}
    </select>
  )
}

type TypedProps = { id: string; type: 'search' | 'datetime-local'; value: string; placeholder?: string; suggestions?: readonly string[]; invalid?: boolean; onCommit: (text: string) => void }

/** Takes effect at Enter or when it is left, so that half a plate is not searched for, nor a word that is still being composed. */
function Typed({ id, type, value, placeholder, suggestions, invalid, onCommit }: TypedProps) {
  const [held, setHeld] = useState({ value, text: value })
  if (held.value !== value) setHeld({ value, text: value })
  const commit = () => onCommit(held.text.trim())
  function onKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit()
  }
  return (
    <>
      <input
        id={id} className="input" type={type} step={type === 'search' ? undefined : 1} value={held.text} placeholder={placeholder} autoComplete="off" spellCheck={false} aria-invalid={invalid} data-set={value !== '' || undefined}
        list={suggestions && `${id}-list`} onChange={(event) => setHeld({ value, text: event.currentTarget.value })} onBlur={commit} onKeyDown={onKey}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  )
}
