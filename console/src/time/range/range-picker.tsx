/**
 * Chooses a time range: presets by one click, any other range in two text fields or on two months of days, by
 * mouse, touch or keyboard.
 */
import { useId, useState, type ReactNode, type RefObject } from 'react'
import { useWords } from '#src/core/words.ts'
import { useStore } from '#src/lib/store.ts'
import { mobile } from '#src/stores/viewport.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Panel } from '#src/ui/panel/panel.tsx'
import { Calendar, type DaysWithData } from './calendar.tsx'
import { daysOf, isWrongOrder, type Preset, type Range } from './range-model.ts'
import styles from './range-picker.module.css'
import { TimeInput } from './time-input.tsx'
import { readTime, type RangeEnd } from './time-text.ts'

export type RangePickerProps = {
  anchor: RefObject<HTMLElement | null>
  value: Range
  /** The device's time as a stamp. */
  now: string
  /** Groups of presets. */
  presets: readonly (readonly Preset[])[]
  /** The name of the applied preset, if any. */
  chosen: string | undefined
  /** Which days have data. */
  data?: DaysWithData | undefined
  /** Describes what is in a range, once both ends can be read. */
  count?: ((range: Range) => ReactNode) | undefined
  onApply: (range: Range, preset?: string) => void
  onClose: () => void
}

export function RangePicker(props: RangePickerProps) {
  const { anchor, value, now, presets, chosen, data, count, onApply, onClose } = props
  const words = useWords('range')
  const narrow = useStore(mobile)
  const id = useId()
  const today = now.slice(0, 10)
  const [typed, setTyped] = useState({ start: value.start ?? '', end: value.end ?? '' })
  /** Which end the next click on a day sets. */
  const [next_end, setNextEnd] = useState<RangeEnd>('start')
  const [hovered, setHovered] = useState<string>()
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
    setHovered(undefined)
    const began = range.start?.slice(0, 10)
    if (next_end === 'start' || began === undefined) {
      setTyped({ start: `${day} 00:00:00`, end: `${day} 23:59:59` })
      setNextEnd('end')
      return
    }
    const [first, last] = day < began ? [day, began] : [began, day]
    const start = day < began ? `${first} 00:00:00` : typed.start
    setTyped({ start, end: `${last} 23:59:59` })
    setNextEnd('start')
  }

  const [first, last] = [range.start?.slice(0, 10), range.end?.slice(0, 10)]
  const other = next_end === 'end' && hovered !== undefined ? hovered : last
  const marked =
    first === undefined || other === undefined
      ? undefined
      : first <= other
        ? { first, last: other }
        : { first: other, last: first }
  const field = (which: RangeEnd) => (
    <TimeInput
      label={words[which]}
      text={typed[which]}
      which={which}
      now={now}
      describedBy={`${id}-says`}
      autoFocus={which === 'start' && !narrow}
      onText={(text) => setTyped((before) => ({ ...before, [which]: text }))}
      onFocus={() => setNextEnd(which)}
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
          <span
            id={`${id}-says`}
            className={`row wrap text-12 ink-3 ${styles.says}`}
            role="status"
            data-wrong={wrong && ''}
          >
            {wrong ?? (days === undefined ? '' : words.days(days))}
            {wrong === undefined && days !== undefined && count?.(range)}
            {wrong === undefined && !narrow && (
              <span className={`inline-row gap-4 ${styles.keys}`}>
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
                  className="plain tinted"
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
          <div className={`grid middle gap-10 ink-3 ${styles.fields}`}>
            {field('start')}
            <span aria-hidden="true">{words.to}</span>
            {field('end')}
          </div>
          <Calendar
            today={today}
            start_day={(value.end ?? value.start ?? now).slice(0, 10)}
            months={narrow ? 1 : 2}
            chosen={marked}
            data={data}
            onPick={pick}
            onHover={setHovered}
          />
        </div>
      </div>
    </Panel>
  )
}
