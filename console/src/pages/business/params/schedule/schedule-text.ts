/** Days, times and plans as text. */
import { schedule_type, wordOf } from '@parking/contract/core/codes.ts'
import { week_days, type Plan, type ScheduleType } from '@parking/contract/schedule/schedule-plans.ts'
import { clockOf } from '@parking/contract/schedule/schedule-time.ts'
import { useMemo } from 'react'
import { useWords } from '#src/core/words.ts'

export type TypeWord = keyof typeof schedule_type
export const typeWord = (type: ScheduleType): TypeWord => wordOf(schedule_type, type) ?? 'charge'

/** `08:00` if the seconds are 0, as on the timeline, whose ends are exclusive. */
export const shortTime = (second: number): string =>
  second % 60 === 0 ? clockOf(second).slice(0, 5) : clockOf(second)

/** Hours with at most two decimals. */
export const hoursOf = (seconds: number): number => Math.round(seconds / 36) / 100

export function useScheduleText() {
  const { week } = useWords('schedule')
  const types = useWords('codes').schedule_type
  return useMemo(() => {
    const day = (one: number): string => week.days[one - 1] ?? ''
    /** Three or more adjacent days as a range, all seven as one word. */
    const days = (list: readonly number[]): string => {
      if (week_days.every((one) => list.includes(one))) return week.every_day
      const runs: number[][] = []
      for (const one of [...list].sort((a, b) => a - b)) {
        const run = runs.at(-1)
        if (run && run.at(-1) === one - 1) run.push(one)
        else runs.push([one])
      }
      return runs
        .map((run) =>
          run.length > 2 ? week.to(day(run[0]!), day(run.at(-1)!)) : run.map(day).join(week.list),
        )
        .join(week.list)
    }
    const type = (one: ScheduleType): string => types[typeWord(one)]
    const range = ({ start, end }: Plan['range']): string => `${start} – ${end}`
    return {
      day,
      days,
      type,
      range,
      plan: (plan: Plan): string => `${days(plan.days)} ${range(plan.range)} ${type(plan.type)}`,
    }
  }, [week, types])
}
