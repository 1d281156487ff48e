/** The check boxes that select one event, or every event of a page. */
import { memo } from 'react'
import { useWords } from '#src/core/words.ts'
import type { ParkingEvent } from '../event/event-status.tsx'
import type { EventSelection } from './use-selection.ts'

/** Rendered again only if its event or state changes. */
export const SelectOne = memo(function SelectOne({
  event,
  checked,
  set,
}: {
  event: ParkingEvent
  checked: boolean
  set: EventSelection['set']
}) {
  const words = useWords('events')
  return (
    <input
      type="checkbox"
      aria-label={words.choose(event.event_time_str, event.lot_no)}
      checked={checked}
      onChange={(change) => set([event], change.currentTarget.checked)}
    />
  )
})

export function SelectAll({ rows, selection }: { rows: readonly ParkingEvent[]; selection: EventSelection }) {
  const words = useWords('events')
  const count = rows.filter(({ uuid }) => selection.has(uuid)).length
  return (
    <input
      type="checkbox"
      aria-label={words.choose_all}
      disabled={rows.length === 0}
      checked={count > 0 && count === rows.length}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < rows.length
      }}
      onChange={(change) => selection.set(rows, change.currentTarget.checked)}
    />
  )
}
