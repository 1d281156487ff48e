/**
 * Finds a stay by a part of its plate, or by lot and time of the shown day ("A01 14:30"). A combobox (ARIA):
 * Enter takes the first result, arrow keys choose another.
 */
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import type { BodyAt } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { PlateChip } from '#src/events/plate/plate-chip.tsx'
import { SearchIcon } from '#src/ui/icons.tsx'
import { stampSpan } from './axis/stay-text.ts'
import styles from './stay-search.module.css'

type Props = {
  day: string
  lot_nos: readonly string[]
  input: RefObject<HTMLInputElement | null>
  onFound: (stay: number, day: string) => void
}

const pause_ms = 200
const max_results = 8

export function StaySearch({ day, lot_nos, input, onFound }: Props) {
  const words = useWords('stays')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [open, setOpen] = useState(false)
  const searched = useSettled(typed.trim())
  const body = bodyOf(searched, day, lot_nos)
  const query = useCall('/api/parking/find_stays', body ?? { limit: 1 }, { enabled: body !== undefined })
  const current = searched === typed.trim()
  const list = body && current ? query.data?.list : undefined
  const failed = body && current && query.isError && !list ? query.error?.message : undefined
  // Set when Enter is pressed before the answer arrives: the first result is then taken on arrival.
  const waiting = useRef(false)
  const arrive = useEffectEvent(() => {
    if (!waiting.current || !list) return
    waiting.current = false
    take(0)
  })
  useEffect(() => arrive(), [list])

  function take(index: number) {
    const stay = list?.[index]
    if (!stay) return
    setOpen(false)
    onFound(stay.stay, dayOf(stay, day))
  }
  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined && list && list.length > 0) {
      event.preventDefault()
      setOpen(true)
      setAt((at + by + list.length) % list.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (list) take(at)
      else waiting.current = typed.trim() !== ''
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      setOpen(false)
    }
  }
  const shown = open && (list ?? failed) !== undefined && typed.trim() !== ''
  const says = list?.length === 0 ? words.found_none : failed
  return (
    <div className={styles.search} onBlur={(event) => leaves(event) && setOpen(false)}>
      <SearchIcon className="ink-3 absolute tall untouchable" />
      <input
        ref={input}
        className={`input ${styles.input}`}
        type="search"
        role="combobox"
        aria-label={words.search}
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && list?.[at] ? `${id}-${at}` : undefined}
        placeholder={words.search_example}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
          setOpen(true)
          waiting.current = false
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={onKey}
      />
      {shown && (
        <div className={`card ${styles.popup}`}>
          {says ? (
            <p className="note pad-12-16" role="status">
              {says}
            </p>
          ) : (
            <div id={`${id}-list`} role="listbox" className={styles.found} aria-label={words.found}>
              {list?.map((stay, index) => (
                <div
                  key={stay.stay}
                  className="grid middle gap-8 pad-0-8 text-13 figures"
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => take(index)}
                >
                  <PlateChip number={stay.plate_number} color="unknown" small mark={searched} similar />
                  <b className="bold clip">{stay.identity.lot_no}</b>
                  <span>{stampSpan(stay.begin_str, stay.end_str, words)}</span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

const leaves = (event: FocusEvent): boolean => !event.currentTarget.contains(event.relatedTarget)

/** The shown day if the stay reaches into it, else the day it began. */
function dayOf({ begin_str, end_str }: { begin_str: string; end_str: string }, day: string): string {
  const [from, to] = [begin_str.slice(0, 10), end_str === '' ? '9999' : end_str.slice(0, 10)]
  return from <= day && day <= to ? day : from
}

/** The request body for a search text; undefined while the text is too short. */
export function bodyOf(
  text: string,
  day: string,
  lot_nos: readonly string[],
): BodyAt<'/api/parking/find_stays'> | undefined {
  const [, lot, time] = /^(\S+)\s+(\d{1,2}:\d{2})$/.exec(text) ?? []
  const lot_no = lot_nos.find((one) => one.toLowerCase() === (lot ?? text).toLowerCase())
  if (lot_no !== undefined && time !== undefined)
    return { lot_no, time: `${day} ${time.padStart(5, '0')}:00`, limit: max_results }
  if (lot_no !== undefined) return { lot_no, day, limit: max_results }
  return text.length >= 2 && text.length <= 32 ? { plate_number: text, limit: max_results } : undefined
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause_ms)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
