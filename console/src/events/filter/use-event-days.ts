/** The days with events or checks in the months that a calendar shows; read once the calendar is open. */
import { useMemo, useState } from 'react'
import { useCall } from '#src/core/queries.ts'
import type { DaysWithData } from '#src/time/range/calendar.tsx'
import type { CountOf } from './range-count.tsx'

const max_days = 62

export function useEventDays(of: CountOf): DaysWithData {
  const [month, setMonth] = useState<string>()
  const start_time = `${month ?? '2000-01-01'} 00:00:00`
  const { data } = useCall(
    '/api/parking/event_days',
    { start_time, days: max_days, ...(of !== 'events' && { of }) },
    { enabled: month !== undefined, keep: true },
  )
  const days = useMemo(() => new Set(data?.list), [data])
  return { has: (day) => days.has(day), onMonths: ([first]) => setMonth(first) }
}
