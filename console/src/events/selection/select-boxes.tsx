/** The check boxes that select one event, or every event of a page. */
import { memo, startTransition, useOptimistic } from 'react'
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

/** Its own mark is painted first; a hundred rows follow in slices. */
export function SelectAll({ rows, selection }: { rows: readonly ParkingEvent[]; selection: EventSelection }) {
  const words = useWords('events')
  const count = rows.filter(({ uuid }) => selection.has(uuid)).length
  const all = count > 0 && count === rows.length
  const [shown, show] = useOptimistic(all)
  return (
    <input
      type="checkbox"
      aria-label={words.choose_all}
      disabled={rows.length === 0}
      checked={shown}
      ref={(box) => {
        if (box) box.indeterminate = shown === all && count > 0 && !all
      }}
      onChange={({ currentTarget: { checked } }) =>
        startTransition(() => {
          show(checked)
          selection.set(rows, checked)
        })
      }
    />
  )
}
