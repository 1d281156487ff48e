/** The number of events or checks in the time range that is being chosen. */
import type { BodyAt } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import type { Range } from '#src/time/range/range-model.ts'

/** The lists that can be limited to a time range. */
export type CountOf = NonNullable<BodyAt<'/api/parking/event_days'>['of']>
type Props = { of: CountOf; range: Range }

export function RangeCount({ of, range: { start, end } }: Props) {
  const words = useWords('range').list
  const between = { ...(start && { start_time: start }), ...(end && { end_time: end }) }
  const events = useCall(
    of === 'manual' ? '/api/parking/manual_parking_event' : '/api/parking/parking_event',
    { page: 1, page_size: 1, ...between },
    { enabled: of !== 'checks', keep: true },
  )
  const checks = useCall(
    '/api/parking/check_ledger',
    { page_size: 1, ...between },
    { enabled: of === 'checks', keep: true },
  )
  const total = (of === 'checks' ? checks : events).data?.total
  return total === undefined ? null : <span>{words.hits(total)}</span>
}
