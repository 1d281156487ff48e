/**
 * Text fields for the start and end of a plan. Both apply when the pair loses focus, so that a start after
 * the end can be corrected first.
 */
import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react'
import type { Plan } from '@parking/contract/schedule/schedule-plans.ts'
import { useWords } from '#src/core/words.ts'
import styles from './schedule.module.css'
import { parseTime } from './parse-time.ts'

export type TimePairProps = {
  range: Plan['range']
  label: string
  invalid: boolean
  locked: boolean
  onRange: (range: Plan['range']) => void
}

export function TimePair({ range, label, invalid, locked, onRange }: TimePairProps) {
  const words = useWords('schedule').table
  const start = useRef<HTMLInputElement>(null)
  const end = useRef<HTMLInputElement>(null)

  // The inputs keep their own text, as in every form; this applies changes made in the timeline.
  useLayoutEffect(() => {
    if (start.current) start.current.value = range.start
    if (end.current) end.current.value = range.end
  }, [range.start, range.end])

  /** Passes on the typed times. Invalid text stays as typed, and the form refuses to save it. */
  function applyTyped() {
    const typed = { start: start.current?.value ?? '', end: end.current?.value ?? '' }
    const next = {
      start: typed.start === range.start ? range.start : (parseTime(typed.start, 'start') ?? typed.start),
      end: typed.end === range.end ? range.end : (parseTime(typed.end, 'end') ?? typed.end),
    }
    if (next.start !== range.start || next.end !== range.end) onRange(next)
  }
  function leave(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) applyTyped()
  }
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    applyTyped()
  }

  return (
    <span className={styles.pair} onBlur={leave} role="group" aria-label={label}>
      {(['start', 'end'] as const).map((which) => (
        <input
          key={which}
          ref={which === 'start' ? start : end}
          className="input"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          readOnly={locked}
          aria-label={`${label} ${words[which]}`}
          aria-invalid={invalid}
          defaultValue={range[which]}
          onKeyDown={onKey}
        />
      ))}
    </span>
  )
}
