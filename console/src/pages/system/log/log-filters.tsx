/** What the log is narrowed by. Everything is in the address, so that it can be sent to a colleague and Back undoes a filter. */
import { log_level, log_type, wordOf } from '@parking/contract/codes.ts'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { UrlState } from '../../../tables/use-url-state.ts'
import { FilterIcon } from '../../../ui/icons.tsx'
import { useWords } from '../../../words.ts'
import { activeIn, filterIn, fromInput, no_filter, sinceIn, spans, toInput, type Since } from './filter.ts'
import styles from './log-filters.module.css'

export function LogFilters({ url }: { url: UrlState }) {
  const [words, codes] = [useWords('log'), useWords('codes')]
  const [open, setOpen] = useState(false)
  const id = useId()
  const { search, change } = url
  const { type, level, start_ms, end_ms, text } = filterIn(search)
  const since = sinceIn(search)
  const active = activeIn(search)
  const [start, end] = [start_ms, end_ms]
  const wrongOrder = start !== undefined && end !== undefined && start > end
  const set = (changes: Parameters<UrlState['change']>[0]) => change({ id: undefined, ...changes })

  return (
    <div className={styles.filters}>
      <div className={styles.head}>
        <button type="button" className={`button ${styles.toggle}`} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <FilterIcon />
          {active > 0 ? words.filters_active(active) : words.filters}
        </button>
        <div className={styles.quick} role="group" aria-label={words.quick}>
          {(Object.keys(spans) as Since[]).map((one) => (
            <button key={one} type="button" aria-pressed={since === one} onClick={() => set(since === one ? { since: undefined, start_ms: undefined } : { since: one, start_ms: Date.now() - spans[one], end_ms: undefined })}>
              {words.since[one]}
            </button>
          ))}
        </div>
        <button type="button" className="button" data-kind="quiet" disabled={active === 0} onClick={() => set(no_filter)}>{words.reset}</button>
      </div>
      <div id={id} className={styles.fields} data-open={open} role="search" aria-label={words.filters}>
        <Labelled label={words.type}>
          {(field) => (
            <select id={field} className="input" value={type} data-set={type !== log_type.all || undefined} onChange={(event) => set({ type: event.currentTarget.value === '0' ? undefined : event.currentTarget.value })}>
              {Object.values(log_type).map((value) => <option key={value} value={value}>{codes.log_type[wordOf(log_type, value) ?? 'all']}</option>)}
            </select>
          )}
        </Labelled>
        <Labelled label={words.level}>
          {(field) => (
            <select id={field} className="input" value={level ?? ''} data-set={level !== undefined || undefined} onChange={(event) => set({ level: event.currentTarget.value })}>
              <option value="">{words.any}</option>
              {log_level.map((value) => <option key={value} value={value}>{codes.log_level[value]}</option>)}
            </select>
          )}
        </Labelled>
        <Labelled label={words.start}>{(field) => <Typed id={field} type="datetime-local" value={toInput(start)} onCommit={(typed) => set({ since: undefined, start_ms: fromInput(typed), end_ms: end })} />}</Labelled>
        <Labelled label={words.end}>{(field) => <Typed id={field} type="datetime-local" value={toInput(end)} invalid={wrongOrder} onCommit={(typed) => set({ since: undefined, start_ms: start, end_ms: fromInput(typed, true) })} />}</Labelled>
        <Labelled label={words.text}>{(field) => <Typed id={field} type="search" value={text ?? ''} placeholder={words.text_hint} onCommit={(typed) => set({ text: typed.slice(0, 200) })} />}</Labelled>
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

type TypedProps = { id: string; type: 'search' | 'datetime-local'; value: string; placeholder?: string; invalid?: boolean; onCommit: (text: string) => void }

/** Taken over by Enter or when it is left, so that half a word is not searched for, nor one that is still being composed. */
function Typed({ id, type, value, placeholder, invalid, onCommit }: TypedProps) {
  const [held, setHeld] = useState({ value, text: value })
  if (held.value !== value) setHeld({ value, text: value })
  const commit = () => {
    if (held.text.trim() !== value) onCommit(held.text.trim())
  }
  function onKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit()
  }
  return (
    <input
      id={id} className="input" type={type} step={type === 'search' ? undefined : 1} value={held.text} placeholder={placeholder} autoComplete="off" spellCheck={false} aria-invalid={invalid}
      data-set={value !== '' || undefined} onChange={(event) => setHeld({ value, text: event.currentTarget.value })} onBlur={commit} onKeyDown={onKey}
    />
  )
}
