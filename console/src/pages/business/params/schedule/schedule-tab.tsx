/**
 * The schedule tab (spec §3 `schedule_param`, §4, §5): the week as a timeline to draw in, the same week as a
 * table to type in, and a simulated stay.
 */
import type { Block, Plan, ScheduleType } from '@parking/contract/schedule/schedule-plans.ts'
import { schedule_type } from '@parking/contract/core/codes.ts'
import { useState } from 'react'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { useWords } from '#src/core/words.ts'
import { ParamForm } from '../form/param-form.tsx'
import { PlanTable } from './schedule-table.tsx'
import { useScheduleText } from './schedule-text.ts'
import { StaySimulator } from './stay-simulator.tsx'
import { useWeek } from './use-week.ts'
import { WeekSection } from './week-section.tsx'

export function ScheduleTab() {
  const words = useWords('schedule')
  const say = useScheduleText()
  const fieldText = (_: string, raw: string | boolean) =>
    raw === ''
      ? undefined
      : (JSON.parse(String(raw)) as Plan[]).map(say.plan).join('；') || words.week.unset_long
  return (
    <ParamForm group="schedule_param" words={{ plans: words.plans }} fieldText={fieldText}>
      <Schedule />
    </ParamForm>
  )
}

function Schedule() {
  const week = useWeek()
  const url = useUrlState()
  const [brush, setBrush] = useState<ScheduleType>(schedule_type.free)
  const [selected, setSelected] = useState<Block>()
  const asked = Number(url.search.get('day'))
  const day = Number.isInteger(asked) && asked >= 1 && asked <= 7 ? asked : 1
  return (
    <>
      <WeekSection
        week={week}
        brush={brush}
        onBrush={setBrush}
        selected={selected}
        onSelect={setSelected}
        day={day}
        onDay={(next) => url.change({ day: next === 1 ? undefined : next }, { replace: true })}
      />
      <PlanTable week={week} brush={brush} day={day} selected={selected} onSelect={setSelected} />
      <StaySimulator plans={week.plans} />
    </>
  )
}
