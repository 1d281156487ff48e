/**
 * The week as a table to type in, one row per plan. Shows overlaps and invalid times, with which the form
 * cannot be saved. Long because a row keeps its own text while it is invalid.
 */
import { schedule_type } from '@parking/contract/core/codes.ts'
import { splitOverMidnight } from '@parking/contract/schedule/schedule-edit.ts'
import {
  blocksOf,
  overlapsOf,
  partsOf,
  week_days,
  type Block,
  type Plan,
  type ScheduleType,
} from '@parking/contract/schedule/schedule-plans.ts'
import { secondOfDay } from '@parking/contract/core/rules.ts'
import { clockOf } from '@parking/contract/schedule/schedule-time.ts'
import { useRef, useState } from 'react'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PlusIcon, TrashIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { useScheduleText } from './schedule-text.ts'
import styles from './schedule.module.css'
import { TimePair } from './time-pair.tsx'
import type { Week } from './use-week.ts'

export type PlanTableProps = {
  week: Week
  brush: ScheduleType
  day: number
  selected: Block | undefined
  onSelect: (block: Block | undefined) => void
}

/** Number of overlaps listed individually; the rest are counted. */
const max_listed = 3
const hasValidTimes = ({ range }: Plan): boolean =>
  secondOfDay(range.start) !== undefined && secondOfDay(range.end) !== undefined
const isPlanOf = (plan: Plan, block: Block): boolean =>
  plan.days.includes(block.day) &&
  plan.type === block.type &&
  plan.range.start === clockOf(block.from) &&
  plan.range.end === clockOf(block.to - 1)

export function PlanTable({ week, brush, day, selected, onSelect }: PlanTableProps) {
  const words = useWords('schedule').table
  const say = useScheduleText()
  const body = useRef<HTMLTableSectionElement>(null)
  const [split, setSplit] = useState('')
  const { plans, setPlans, locked } = week
  const overlaps = overlapsOf(blocksOf(plans))

  function change(at: number, next: Plan) {
    const two = hasValidTimes(next) ? splitOverMidnight(next) : undefined
    setSplit(two ? words.split(say.plan(two[0]), say.plan(two[1])) : '')
    setPlans(plans.flatMap((plan, index) => (index === at ? (two ?? [next]) : [plan])))
  }
  function add() {
    const gap = partsOf(week.blocks, day).find(({ set }) => !set)
    if (!gap) return toast.info(words.no_room(say.day(day)))
    const [from, to] = [gap.from, Math.min(gap.to, gap.from + 3600)]
    setPlans([...plans, { days: [day], range: { start: clockOf(from), end: clockOf(to - 1) }, type: brush }])
    onSelect({ day, from, to, type: brush })
    requestAnimationFrame(() => body.current?.querySelector<HTMLInputElement>('tr:last-child input')?.focus())
  }

  return (
    <Section
      title={words.title}
      hint={words.hint}
      flush
      action={
        locked ? undefined : (
          <Button onClick={add}>
            <PlusIcon />
            {words.add}
          </Button>
        )
      }
    >
      {split !== '' && (
        <p className={`text-13 on-info ${styles.split}`} role="status">
          {split}
        </p>
      )}
      {/* The form focuses this when plans are invalid, because their own controls have no field name. */}
      <output name="plans" tabIndex={-1} role="alert" className={`block ${styles.wrong}`}>
        {plans.some((plan) => !hasValidTimes(plan)) && <span>{words.bad_time}</span>}
        {overlaps.slice(0, max_listed).map(({ block, other }) => (
          <span key={`${block.day}-${block.from}-${other.from}`}>
            {words.overlap(say.day(block.day), blockText(other, say.type), blockText(block, say.type))}
          </span>
        ))}
        {overlaps.length > max_listed && <span>{words.more(overlaps.length - max_listed)}</span>}
      </output>
      {plans.length === 0 ? (
        <EmptyState title={words.empty}>{words.empty_says}</EmptyState>
      ) : (
        <div className="table-box">
          <table className={`table ${styles.plans}`} data-cards="">
            <thead>
              <tr>
                <th scope="col">{words.days}</th>
                <th scope="col">
                  {words.start} – {words.end}
                </th>
                <th scope="col">{words.type}</th>
                <th scope="col">{words.length}</th>
                <th scope="col">
                  <span className="visually-hidden">{words.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody ref={body}>
              {plans.map((plan, at) => (
                <Row
                  key={at}
                  at={at}
                  plan={plan}
                  locked={locked}
                  selected={selected !== undefined && isPlanOf(plan, selected)}
                  wrong={
                    !hasValidTimes(plan) ||
                    overlaps.some(({ block, other }) => isPlanOf(plan, block) || isPlanOf(plan, other))
                  }
                  onChange={(next) => change(at, next)}
                  onRemove={() => setPlans(plans.filter((_, index) => index !== at))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

const blockText = ({ from, to, type }: Block, typeOf: (type: ScheduleType) => string): string =>
  `${typeOf(type)} ${clockOf(from)} – ${clockOf(to - 1)}`

type RowProps = {
  at: number
  plan: Plan
  locked: boolean
  selected: boolean
  wrong: boolean
  onChange: (next: Plan) => void
  onRemove: () => void
}

function Row({ at, plan, locked, selected, wrong, onChange, onRemove }: RowProps) {
  const { table: words, week } = useWords('schedule')
  const say = useScheduleText()
  const label = words.row(at + 1)
  const [from, last] = [secondOfDay(plan.range.start), secondOfDay(plan.range.end)]
  return (
    <tr aria-label={label} aria-selected={selected}>
      <td data-label={words.days} data-wide="">
        <span className={`gap-4 ${styles.days}`} role="group" aria-label={`${label} ${words.days}`}>
          <button
            type="button"
            className="plain filled ring-1 center text-13 ink-2 round-6"
            aria-pressed={plan.days.length === week_days.length}
            disabled={locked}
            onClick={() => onChange({ ...plan, days: [...week_days] })}
          >
            {words.every_day}
          </button>
          {week_days.map((day) => {
            const on = plan.days.includes(day)
            const only = on && plan.days.length === 1
            return (
              <button
                key={day}
                type="button"
                className="plain filled ring-1 center text-13 ink-2 round-6"
                aria-pressed={on}
                aria-label={week.days[day - 1]}
                disabled={locked}
                aria-disabled={only}
                title={only ? words.last_day : undefined}
                onClick={() =>
                  only
                    ? toast.info(words.last_day)
                    : onChange({
                        ...plan,
                        days: on
                          ? plan.days.filter((one) => one !== day)
                          : [...plan.days, day].sort((a, b) => a - b),
                      })
                }
              >
                {week.short_days[day - 1]}
              </button>
            )
          })}
        </span>
      </td>
      <td data-label={`${words.start} – ${words.end}`} data-wide="">
        <TimePair
          range={plan.range}
          label={label}
          invalid={wrong}
          locked={locked}
          onRange={(range) => onChange({ ...plan, range })}
        />
      </td>
      <td data-label={words.type} data-wide="">
        <span className={`inline-row gap-8 ${styles.typeCell}`} data-type={plan.type}>
          <select
            className="input"
            aria-label={`${label} ${words.type}`}
            value={plan.type}
            disabled={locked}
            onChange={(event) =>
              onChange({ ...plan, type: Number(event.currentTarget.value) as ScheduleType })
            }
          >
            {Object.values(schedule_type).map((type) => (
              <option key={type} value={type}>
                {say.type(type)}
              </option>
            ))}
          </select>
        </span>
      </td>
      <td data-label={words.length}>
        {from !== undefined && last !== undefined && from <= last ? clockOf(last + 1 - from) : '--'}
      </td>
      <td>
        {!locked && (
          <Button
            variant="quiet"
            aria-label={words.remove(say.plan(plan))}
            data-tip={week.remove}
            onClick={onRemove}
          >
            <TrashIcon />
          </Button>
        )}
      </td>
    </tr>
  )
}
