/**
 * Searches while the user types: after a pause, at once on Enter, and never during an IME composition
 * (pinyin, 注音). Each burst of typing adds one history entry.
 */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { SearchIcon } from '../ui/icons.tsx'
import styles from './search-field.module.css'
import { afterAddressChange, latestSearch, type SearchText } from './search-text.ts'

const pause_ms = 300

type Props = {
  label: string
  placeholder: string
  value: string
  /** The number of results as a short text; empty while unknown. */
  hits?: string | undefined
  /** An option that belongs to the search. */
  children?: ReactNode
  onSearch: (text: string, how: { replace: boolean }) => void
}

export function SearchField({ label, placeholder, value, hits, children, onSearch }: Props) {
  const id = useId()
  const [held, setHeld] = useState<SearchText>({ value, text: value, sent: [] })
  if (held.value !== value) setHeld(afterAddressChange(held, value))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const in_burst = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(typed: string) {
    clearTimeout(timer.current)
    const text = typed.trim()
    if (text === latestSearch(held)) return
    setHeld((now) => ({ ...now, sent: [...now.sent, text] }))
    onSearch(text, { replace: in_burst.current })
    in_burst.current = true
  }
  // The search after a pause compares with the latest search at that time.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  })
  function type(text: string, composing: boolean) {
    setHeld((now) => ({ ...now, text }))
    clearTimeout(timer.current)
    if (!composing) timer.current = setTimeout(() => latest.current(text), pause_ms)
  }
  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    search(event.currentTarget.value)
    in_burst.current = false
  }

  return (
    <div className={`ring-within row slim relative round-6 ${styles.search}`}>
      <SearchIcon className="rigid ink-3 size-16" />
      <input
        id={id}
        className={`input ${styles.input}`}
        type="search"
        aria-label={label}
        aria-describedby={`${id}-hits`}
        value={held.text}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget, nativeEvent }) =>
          type(currentTarget.value, 'isComposing' in nativeEvent && nativeEvent.isComposing === true)
        }
        onCompositionEnd={({ currentTarget }) => type(currentTarget.value, false)}
        onKeyDown={onKey}
        onBlur={() => {
          search(held.text)
          in_burst.current = false
        }}
      />
      <span id={`${id}-hits`} className={`rigid text-12 ink-3 figures nowrap ${styles.hits}`} role="status">
        {value === '' ? '' : hits}
      </span>
      {value !== '' && children}
    </div>
  )
}
