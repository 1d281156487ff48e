/**
 * The detail of the event in the address (`?uuid=`), from the list if it is there, else fetched separately.
 */
import type { AnswerAt } from '#src/core/api.ts'
import { useCall, type CallState } from '#src/core/queries.ts'
import { EventDetail } from '../detail/event-detail.tsx'
import type { EventListCalls } from '../event/event-calls.ts'
import type { ParkingEvent } from '../event/event-status.tsx'

type Page = AnswerAt<'/api/parking/parking_event'>

type Props = {
  calls: EventListCalls
  uuid: string | null
  rows: readonly ParkingEvent[]
  now: number
  onOpen: (uuid: string | undefined, replace?: boolean) => void
}

export function OpenedEvent({ calls, uuid, rows, now, onOpen }: Props) {
  const at = rows.findIndex((event) => event.uuid === uuid)
  const single: CallState<Page> = useCall(
    calls.list,
    { page: 1, page_size: 1, uuid: uuid ?? '' },
    { enabled: uuid !== null && at === -1 },
  )
  if (uuid === null) return null
  const event = rows[at] ?? (single.isError ? null : single.data && (single.data.list[0] ?? null))
  const neighbor = (by: number) => (at === -1 ? undefined : rows[at + by]?.uuid)
  return (
    <EventDetail
      event={event}
      uuid={uuid}
      now={now}
      previous={neighbor(-1)}
      next={neighbor(1)}
      onGo={(to) => onOpen(to, true)}
      onClose={() => onOpen(undefined)}
    />
  )
}
