/**
 * Chooses a range of times: usual ones at a press, any other by two typed fields or on two months of days,
 * with the mouse, a finger or the keyboard. Long because fields and days share one draft.
 */
import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '#src/core/words.ts'
import { useStore } from '#src/lib/store.ts'
import { mobile } from '#src/stores/viewport.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#src/ui/icons.tsx'
import { Panel } from '#src/ui/panel/panel.tsx'
import { MonthGrid } from './month-grid.tsx'
import {
  dayFrom,
  daysOf,
  isWrongOrder,
  monthFrom,
  sameDayIn,
  weekdayOf,
  type Preset,
  type Range,
} from './range-model.ts'
import styles from './range-picker.module.css'
import { TimeInput } from './time-input.tsx'
import { readTime, type RangeEnd } from './time-text.ts'

export type RangePickerProps = {
  anchor: RefObject<HTMLElement | null>
  value: Range
  /** The device's time as a stamp. */
  now: string
  /** Groups of usual ranges. */
  presets: readonly (readonly Preset[])[]
  /** The name of the preset that is applied, if one is. */
  chosen: string | undefined
  onApply: (range: Range, preset?: string) => void
  onClose: () => void
}

export function RangePicker(props: RangePickerProps) {
  const { anchor, value, now, presets, chosen, onApply, onClose } = props
  const words = useWords('range')
  const narrow = useStore(mobile)
  const id = useId()
  const today = now.slice(0, 10)
  const [typed, setTyped] = useState({ start: value.start ?? '', end: value.end ?? '' })
  /** Which end the next press on a day sets. */
  const [turn, setTurn] = useState<RangeEnd>('start')
  const [hovered, setHovered] = useState<string>()
  const [focus_day, setFocusDay] = useState((value.end ?? value.start ?? now).slice(0, 10))
  const months = narrow ? 1 : 2
  const [first_month, setFirstMonth] = useState(() => monthFrom(focus_day, 1 - months))
  const range: Range = {
    start: readTime(typed.start, 'start', today),
    end: readTime(typed.end, 'end', today),
  }
  const unread = (['start', 'end'] as const).some(
    (which) => typed[which].trim() !== '' && range[which] === undefined,
  )
  const wrong = unread ? words.unreadable : isWrongOrder(range) ? words.wrong_order : undefined
  const days = daysOf(range)

  function apply(next: Range, preset?: string) {
    onApply(next, preset)
    onClose()
  }
  function pick(day: string) {
    setFocusDay(day)
    setHovered(undefined)
    const began = range.start?.slice(0, 10)
    if (turn === 'start' || began === undefined) {
      setTyped({ start: `${day} 00:00:00`, end: `${day} 23:59:59` })
      setTurn('end')
      return
    }
    const [first, last] = day < began ? [day, began] : [began, day]
    const start = day < began ? `${first} 00:00:00` : typed.start
    setTyped({ start, end: `${last} 23:59:59` })
    setTurn('start')
  }
  /** Moves to a day, and turns to its month. The grid of another month is drawn first. */
  function go(day: string, months_box: Element | null) {
    // At once: the next key of a fast hand must find the new day focused.
    flushSync(() => {
      setFocusDay(day)
      if (day < first_month) setFirstMonth(monthFrom(day, 0))
      else if (day >= monthFrom(first_month, months)) setFirstMonth(monthFrom(day, 1 - months))
    })
    months_box?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }
  function onKey(event: KeyboardEvent<HTMLElement>) {
    const target = targetDay(event, event.currentTarget.dataset['day'] ?? focus_day)
    if (target === undefined) return
    event.preventDefault()
    go(target, event.currentTarget.closest('[data-months]'))
  }

  const [first, last] = [range.start?.slice(0, 10), range.end?.slice(0, 10)]
  const other = turn === 'end' && hovered !== undefined ? hovered : last
  const marked =
    first === undefined || other === undefined
      ? undefined
      : first <= other
        ? { first, last: other }
        : { first: other, last: first }
  const shown_months = Array.from({ length: months }, (_, at) => monthFrom(first_month, at))
  const reachable = shown_months.some((month) => month.slice(0, 7) === focus_day.slice(0, 7))
    ? focus_day
    : first_month
  const field = (which: RangeEnd) => (
    <TimeInput
      label={words[which]}
      text={typed[which]}
      which={which}
      now={now}
      describedBy={`${id}-says`}
      autoFocus={which === 'start' && !narrow}
      onText={(text) => setTyped((before) => ({ ...before, [which]: text }))}
      onFocus={() => setTurn(which)}
      onEnter={() => wrong === undefined && apply(range)}
    />
  )

  return (
    <Panel
      anchor={anchor}
      title={words.title}
      fills={narrow}
      onClose={onClose}
      footer={
        <>
          <span id={`${id}-says`} className={styles.says} role="status" data-wrong={wrong && ''}>
            {wrong ?? (days === undefined ? '' : words.days(days))}
            {wrong === undefined && !narrow && (
              <span className={styles.keys}>
                <kbd>↑</kbd>
                <kbd>↓</kbd>
                {words.step}
              </span>
            )}
          </span>
          <Button variant="quiet" onClick={() => apply({ start: undefined, end: undefined })}>
            {words.clear}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="primary" disabled={wrong !== undefined} onClick={() => apply(range)}>
            {words.apply}
          </Button>
        </>
      }
    >
      <div className={styles.picker}>
        <div className={styles.presets} role="group" aria-label={words.usual}>
          {presets.map((group) => (
            <div key={group[0]?.name}>
              {group.map((preset) => (
                <button
                  key={preset.name}
                  type="button"
                  aria-pressed={preset.name === chosen}
                  onClick={() => apply(preset.range, preset.name)}
                >
                  {preset.label}
                </button>
              ))}
            </div>
          ))}
        </div>
        <div>
          <div className={styles.fields}>
            {field('start')}
            <span aria-hidden="true">{words.to}</span>
            {field('end')}
          </div>
          <div className={styles.calendar}>
            <button
              type="button"
              className={styles.turn}
              aria-label={words.previous_month}
              onClick={() => setFirstMonth(monthFrom(first_month, -1))}
            >
              <ChevronLeftIcon />
            </button>
            <div className={styles.months} data-months="">
              {shown_months.map((month) => (
                <MonthGrid
                  key={month}
                  first_day={month}
                  today={today}
                  focus_day={reachable}
                  chosen={marked}
                  onPick={pick}
                  onHover={setHovered}
                  onKey={onKey}
                />
              ))}
            </div>
            <button
              type="button"
              className={styles.turn}
              aria-label={words.next_month}
              onClick={() => setFirstMonth(monthFrom(first_month, 1))}
            >
              <ChevronRightIcon />
            </button>
          </div>
        </div>
      </div>
    </Panel>
  )
}

/** Where a key leads from a day (ARIA APG, date picker); undefined for any other key. */
function targetDay({ key, shiftKey }: KeyboardEvent, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return dayFrom(day, -1)
    case 'ArrowRight':
      return dayFrom(day, 1)
    case 'ArrowUp':
      return dayFrom(day, -7)
    case 'ArrowDown':
      return dayFrom(day, 7)
    case 'Home':
      return dayFrom(day, -weekdayOf(day))
    case 'End':
      return dayFrom(day, 6 - weekdayOf(day))
    case 'PageUp':
      return sameDayIn(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return sameDayIn(day, shiftKey ? 12 : 1)
    default:
      return undefined
  }
}
