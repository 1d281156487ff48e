/** The fields of a list's filters, and their texts. A ListBar lays them out; their values are in the URL. */
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './filter-fields.module.css'

export type FilterWords = {
  filters: string
  filters_active: (n: number) => string
  reset: string
  /** Only for lists that are filtered by time. */
  time_order?: string
}

/** One filter below its label. */
export function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={`grid slim one-column ${styles.field}`}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

export type FilterOption = { value: string; label: string }

/** The codes of a table as options with their labels. */
export const coded = <Word extends string>(
  table: Record<Word, number>,
  labels: Record<Word, string>,
): FilterOption[] =>
  (Object.keys(table) as Word[]).map((word) => ({ value: String(table[word]), label: labels[word] }))

/** A select. `any` labels the empty choice; without it, one of the options has that meaning. */
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
 * Takes effect on Enter or blur, so that neither a partial word nor an unfinished composition is searched
 * for.
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
