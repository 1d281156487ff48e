/** Days as 24-hour tracks with blocks that are drawn, moved and resized by pointer, touch or arrow keys. */
import { replaced } from '@parking/contract/schedule/schedule-edit.ts'
import {
  chargedSeconds,
  overlapsOf,
  partsOf,
  totalsOf,
  type Block,
  type ScheduleType,
} from '@parking/contract/schedule/schedule-plans.ts'
import { clockOf, day_seconds } from '@parking/contract/schedule/schedule-time.ts'
import { useId, useLayoutEffect, useRef, type CSSProperties, type KeyboardEvent } from 'react'
import { CopyIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { blockAfterKey } from './block-keys.ts'
import { hoursOf, shortTime, useScheduleText } from './schedule-text.ts'
import styles from './timeline.module.css'
import { useDrag } from './use-drag.ts'
import type { Week } from './use-week.ts'

export type TimelineProps = {
  week: Week
  brush: ScheduleType
  selected: Block | undefined
  onSelect: (block: Block | undefined) => void
  /** The days shown. */
  days: readonly number[]
  /** True if tracks run from top to bottom, as on a phone. */
  vertical: boolean
  onCopy: (day: number) => void
}

const hours = Array.from({ length: 13 }, (_, at) => at * 2)
const keyOf = ({ day, from }: Block): string => `${day}-${from}`

export function Timeline({ week, brush, selected, onSelect, days, vertical, onCopy }: TimelineProps) {
  const words = useWords('schedule').week
  const say = useScheduleText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const refocus = useRef<string>(undefined)
  const drag = useDrag({ week, brush, vertical, onSelect })
  const shown = drag.shown
  const overlaps = overlapsOf(shown)

  // A block moved by a key is a new element, so the focus is moved to it.
  useLayoutEffect(() => {
    if (refocus.current === undefined) return
    box.current?.querySelector<HTMLElement>(`[data-key="${refocus.current}"]`)?.focus()
    refocus.current = undefined
  })

  function onKey(event: KeyboardEvent, block: Block) {
    if (week.locked) return
    const next = blockAfterKey(week.blocks, block, event, { vertical, days })
    if (next === undefined) return
    event.preventDefault()
    const changed = replaced(week.blocks, block, next ?? undefined)
    week.setBlocks(changed)
    onSelect(next ?? undefined)
    const neighbour =
      next ??
      changed
        .filter((one) => one.day === block.day)
        .sort((a, b) => Math.abs(a.from - block.from) - Math.abs(b.from - block.from))[0]
    refocus.current = neighbour && keyOf(neighbour)
  }

  return (
    <div
      ref={box}
      className={styles.week}
      data-vertical={vertical || undefined}
      data-locked={week.locked || undefined}
      {...drag.handlers}
    >
      <div className={styles.hours} aria-hidden="true">
        {hours.map((hour) => (
          <span
            key={hour}
            className="text-12 ink-3 figures leading-20"
            style={{ '--at': hour / 24 } as CSSProperties}
          >
            {hour}
          </span>
        ))}
      </div>
      {days.map((day) => (
        <div key={day} className={`grid middle ${styles.day}`} role="group" aria-label={say.day(day)}>
          {!vertical && <span className="text-13 ink-2">{say.day(day)}</span>}
          <div className={`relative clip round-6 ${styles.track}`} data-day={day}>
            {partsOf(shown, day)
              .filter(({ set }) => !set)
              .map(({ from, to }) => (
                <span
                  key={from}
                  className={`center clip text-12 ink-3 nowrap untouchable ${styles.gap}`}
                  style={place(from, to)}
                >
                  <span>{words.unset}</span>
                </span>
              ))}
            {shown
              .filter((block) => block.day === day)
              .map((block, at) => (
                <button
                  key={at}
                  type="button"
                  className={`plain ${styles.block}`}
                  style={place(block.from, block.to)}
                  data-to-scale=""
                  data-type={block.type}
                  data-key={keyOf(block)}
                  data-at={week.blocks.indexOf(block)}
                  data-live={block === drag.live || undefined}
                  aria-pressed={block === selected}
                  aria-describedby={`${id}-keys`}
                  data-tip={`${say.type(block.type)} ${shortTime(block.from)}–${shortTime(block.to)}`}
                  aria-label={words.block(
                    say.day(day),
                    say.type(block.type),
                    `${shortTime(block.from)}–${shortTime(block.to)}`,
                  )}
                  onClick={() => onSelect(block)}
                  onFocus={() => !drag.live && onSelect(block)}
                  onKeyDown={(event) => onKey(event, block)}
                >
                  <i data-end="start" />
                  <span
                    className={`row column pad-0-8 text-12 figures nowrap untouchable cover ${styles.text}`}
                  >
                    <b className="bold">{say.type(block.type)}</b>{' '}
                    <span>
                      {shortTime(block.from)}–{shortTime(block.to)}
                    </span>
                  </span>
                  <i data-end="stop" />
                </button>
              ))}
            {overlaps
              .filter(({ block }) => block.day === day)
              .map(({ block, other }) => (
                <span
                  key={`${block.from}-${other.from}`}
                  className={styles.clash}
                  style={place(block.from, Math.min(block.to, other.to))}
                  aria-hidden="true"
                />
              ))}
          </div>
          {!vertical && (
            <span className="row to-end gap-4">
              <span
                className="text-13 ink-2 figures nowrap"
                title={totalsOf(partsOf(shown, day))
                  .map(
                    ({ type, set, seconds }) => `${set ? say.type(type) : words.unset} ${clockOf(seconds)}`,
                  )
                  .join('\n')}
              >
                <span className="visually-hidden">{say.day(day)} </span>
                {words.charged(hoursOf(chargedSeconds(partsOf(shown, day))))}
              </span>
              {!week.locked && (
                <button
                  type="button"
                  className={`plain center ink-3 round-6 icons-16 ${styles.copy}`}
                  aria-label={words.copy(say.day(day))}
                  data-tip={words.copy(say.day(day))}
                  onClick={() => onCopy(day)}
                >
                  <CopyIcon />
                </button>
              )}
            </span>
          )}
        </div>
      ))}
      <p id={`${id}-keys`} className="visually-hidden">
        {words.keys}
        {vertical ? '' : `。${words.keys_days}`}
      </p>
    </div>
  )
}

const place = (from: number, to: number) =>
  ({ '--from': from / day_seconds, '--to': to / day_seconds }) as CSSProperties
