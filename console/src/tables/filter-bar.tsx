/**
 * The filters of a list as a row of fields: quick choices, fields, a reset. They fold away on a phone. Their
 * values are in the URL. Lists of events and logs have a ListBar.
 */
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '../ui/button/button.tsx'
import { FilterIcon } from '../ui/icons.tsx'
import styles from './filter-bar.module.css'

export type QuickChoice = { name: string; label: string; pressed: boolean; onPress: () => void }
export type FilterWords = {
  filters: string
  filters_active: (n: number) => string
  reset: string
  /** Only of lists with quick choices. */
  quick?: string
  /** Only of lists that are filtered by time. */
  time_order?: string
}

type FilterBarProps = {
  words: FilterWords
  /** Number of active filters. */
  active: number
  onReset: () => void
  quick: readonly QuickChoice[]
  children: ReactNode
}

export function FilterBar({ words, active, onReset, quick, children }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles.filters}>
      <div className={styles.head}>
        <Button
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <FilterIcon />
          {active > 0 ? words.filters_active(active) : words.filters}
        </Button>
        <div className={styles.quick} role="group" aria-label={words.quick}>
          {quick.map(({ name, label, pressed, onPress }) => (
            <button key={name} type="button" aria-pressed={pressed} onClick={onPress}>
              {label}
            </button>
          ))}
        </div>
        <Button variant="quiet" disabled={active === 0} onClick={onReset}>
          {words.reset}
        </Button>
      </div>
      <div id={id} className={styles.fields} data-open={open} role="search" aria-label={words.filters}>
        {children}
      </div>
    </div>
  )
}

/** One filter below its label. `wide`: takes a whole row on a phone. */
export function Labelled({
  label,
  wide = false,
  children,
}: {
  label: string
  wide?: boolean
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className={styles.field} data-wide={wide || undefined}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

export type FilterOption = { value: string; label: string }

/** The codes of a table with their labels. */
export const coded = <Word extends string>(
  table: Record<Word, number>,
  labels: Record<Word, string>,
): FilterOption[] =>
  (Object.keys(table) as Word[]).map((word) => ({ value: String(table[word]), label: labels[word] }))

/** A select. `any` labels the empty choice; without it the options include one that means the same. */
export function Chosen({
  id,
  value,
  any,
  options,
  onChoose,
}: {
  id: string
  value: string
  any?: string
  options: readonly FilterOption[]
  onChoose: (value: string) => void
}) {
  const known = value === '' || options.some((option) => option.value === value)
  const set = value !== (any === undefined ? options[0]?.value : '')
  return (
    <select
      id={id}
      className="input"
      value={value}
      data-set={set || undefined}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {any !== undefined && <option value="">{any}</option>}
      {!known && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

type TypedProps = {
  id: string
  value: string
  placeholder?: string
  suggestions?: readonly string[] | undefined
  onCommit: (text: string) => void
}

/**
 * Takes effect on Enter or blur, so that neither half a word nor an unfinished composition is searched for.
 */
export function Typed({ id, value, placeholder, suggestions, onCommit }: TypedProps) {
  const [held, setHeld] = useState({ value, text: value })
  if (held.value !== value) setHeld({ value, text: value })
  const commit = () => {
    if (held.text.trim() !== value) onCommit(held.text.trim())
  }
  function onKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit()
  }
  return (
    <>
      <input
        id={id}
        className="input"
        type="search"
        value={held.text}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        data-set={value !== '' || undefined}
        list={suggestions && `${id}-list`}
        onChange={(event) => setHeld({ value, text: event.currentTarget.value })}
        onBlur={commit}
        onKeyDown={onKey}
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
