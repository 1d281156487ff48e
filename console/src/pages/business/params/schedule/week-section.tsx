/**
 * The week as a timeline: the type to draw, the days, the selected block, and totals per day. A phone shows
 * one day at a time, vertically. Long because both share the drawing.
 */
import { schedule_type } from '@parking/contract/core/codes.ts'
import { copiedDay, replaced, sameBlock } from '@parking/contract/schedule/schedule-edit.ts'
import {
  chargedSeconds,
  partsOf,
  totalsOf,
  week_days,
  type Block,
  type ScheduleType,
} from '@parking/contract/schedule/schedule-plans.ts'
import { clockOf } from '@parking/contract/schedule/schedule-time.ts'
import { useState } from 'react'
import { useStore } from '#src/lib/store.ts'
import { mobile } from '#src/stores/viewport.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CopyIcon, TrashIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { CopyDay } from './copy-day.tsx'
import { hoursOf, typeWord, useScheduleText } from './schedule-text.ts'
import styles from './schedule.module.css'
import { Timeline } from './timeline.tsx'
import type { Week } from './use-week.ts'

export type WeekProps = {
  week: Week
  brush: ScheduleType
  onBrush: (type: ScheduleType) => void
  selected: Block | undefined
  onSelect: (block: Block | undefined) => void
  /** The day shown on a phone. */
  day: number
  onDay: (day: number) => void
}

export function WeekSection({ week, brush, onBrush, selected, onSelect, day, onDay }: WeekProps) {
  const words = useWords('schedule')
  const say = useScheduleText()
  const narrow = useStore(mobile)
  const [copying, setCopying] = useState<number>()
  const chosen = week.blocks.find((block) => selected && sameBlock(block, selected))

  return (
    <Section title={words.week.title} hint={words.help.plans}>
      <Brush brush={brush} onBrush={onBrush} locked={week.locked} />
      {narrow && <DayPicker day={day} onDay={onDay} />}
      <Timeline
        week={week}
        brush={brush}
        selected={chosen}
        onSelect={onSelect}
        days={narrow ? [day] : week_days}
        vertical={narrow}
        onCopy={setCopying}
      />
      <div className={`above-16 ${styles.under}`}>
        <SelectedBlock week={week} chosen={chosen} onSelect={onSelect} onCopy={setCopying} />
        {narrow && <Totals blocks={week.blocks} day={day} />}
      </div>
      {copying !== undefined && (
        <CopyDay
          day={copying}
          onClose={() => setCopying(undefined)}
          onCopy={(days) => {
            week.setBlocks(copiedDay(week.blocks, copying, days))
            setCopying(undefined)
            toast.info(words.copy.done(say.day(copying), say.days(days)))
          }}
        />
      )}
    </Section>
  )
}

/** Selects the type to draw; also serves as the legend. */
function Brush({
  brush,
  onBrush,
  locked,
}: {
  brush: ScheduleType
  onBrush: (type: ScheduleType) => void
  locked: boolean
}) {
  const words = useWords('schedule').week
  const say = useScheduleText()
  return (
    <fieldset className={`flex wrap slim flush below-16 ${styles.brush}`}>
      <legend className="visually-hidden">{words.brush}</legend>
      {Object.values(schedule_type).map((type) => (
        <label key={type} className={styles.brushOne} data-type={type} title={words.types[typeWord(type)]}>
          <input
            type="radio"
            name="schedule-brush"
            className="visually-hidden"
            checked={brush === type}
            disabled={locked}
            onChange={() => onBrush(type)}
          />
          <i aria-hidden="true" />
          {say.type(type)}
        </label>
      ))}
      <span className={styles.brushOne} data-type="unset">
        <i aria-hidden="true" />
        {words.unset_long}
      </span>
    </fieldset>
  )
}

function DayPicker({ day, onDay }: { day: number; onDay: (day: number) => void }) {
  const words = useWords('schedule').week
  return (
    <div className={`grid gap-4 below-16 ${styles.dayPicker}`} role="group" aria-label={words.pick_day}>
      {week_days.map((one) => (
        <button
          key={one}
          type="button"
          className="plain filled ring-1 center text-13 ink-2 round-6"
          aria-pressed={one === day}
          aria-label={words.days[one - 1]}
          onClick={() => onDay(one)}
        >
          {words.short_days[one - 1]}
        </button>
      ))}
    </div>
  )
}

/** Actions on the selected block. */
function SelectedBlock({
  week,
  chosen,
  onSelect,
  onCopy,
}: Pick<WeekProps, 'week' | 'onSelect'> & { chosen: Block | undefined; onCopy: (day: number) => void }) {
  const words = useWords('schedule').week
  const say = useScheduleText()
  if (!chosen || week.locked)
    return <p className="flush text-13 ink-2">{week.locked ? '' : words.none_selected}</p>
  const replaceBlock = (next: Block | undefined) => {
    week.setBlocks(replaced(week.blocks, chosen, next))
    onSelect(next)
  }
  return (
    <div className="row wrap gap-8-16 figures" role="group" aria-label={words.selected}>
      <strong>
        {say.day(chosen.day)} {clockOf(chosen.from)} – {clockOf(chosen.to - 1)}
      </strong>
      <span className="flush text-13 ink-2">{words.duration(clockOf(chosen.to - chosen.from))}</span>
      <span className="flex wrap gap-6" role="radiogroup" aria-label={words.brush}>
        {Object.values(schedule_type).map((type) => (
          <label key={type} className={styles.typeOne} data-type={type}>
            <input
              type="radio"
              name="schedule-chosen-type"
              className="visually-hidden"
              checked={chosen.type === type}
              onChange={() => replaceBlock({ ...chosen, type })}
            />
            {say.type(type)}
          </label>
        ))}
      </span>
      <Button variant="quiet" onClick={() => onCopy(chosen.day)}>
        <CopyIcon />
        {words.copy(say.day(chosen.day))}
      </Button>
      <Button variant="quiet" onClick={() => replaceBlock(undefined)}>
        <TrashIcon />
        {words.remove}
      </Button>
    </div>
  )
}

/** The time per type on a day, and how long the day is charged. */
export function Totals({ blocks, day }: { blocks: readonly Block[]; day: number }) {
  const words = useWords('schedule').week
  const say = useScheduleText()
  const totals = totalsOf(partsOf(blocks, day))
  return (
    <p
      className={`flex wrap above-12 text-13 ink-2 figures ${styles.totals}`}
      aria-label={words.total_of(say.day(day))}
    >
      {totals.map(({ type, set, seconds }) => (
        <span key={`${type}${set}`} data-type={set ? type : 'unset'}>
          {set ? say.type(type) : words.unset} <b className="ink bold">{clockOf(seconds)}</b>
        </span>
      ))}
      <span className={`push ${styles.sum}`}>
        <b className="ink bold">{words.charged(hoursOf(chargedSeconds(partsOf(blocks, day))))}</b>
      </span>
    </p>
  )
}
