/** The number of events that wait for a check, in the menu and on the tab; nothing while there are none. */
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'

export function ChecksWaiting({ className }: { className: string | undefined }) {
  const { menu } = useWords('shell')
  // This call is ours; on a device without it nothing is shown.
  const { data } = useCall('/api/parking/event_check_queue', { limit: 0 }, { every: 30_000 })
  if (!data || data.total === 0) return null
  return (
    <b className={`rigid text-12 figures pill ${className}`}>
      <span aria-hidden="true">{data.total > 999 ? '999+' : data.total}</span>
      <span className="visually-hidden">（{menu.checks_waiting(data.total)}）</span>
    </b>
  )
}
