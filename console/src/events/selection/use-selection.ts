/** The selected events of a list. The selection survives a change of page or filter. */
import { useCallback, useState } from 'react'
import type { ParkingEvent } from '../event/event-status.tsx'

export type EventSelection = {
  events: readonly ParkingEvent[]
  has: (uuid: string) => boolean
  /** The same function in every render. */
  set: (events: readonly ParkingEvent[], selected: boolean) => void
  clear: () => void
}

/** `shown`: the rows that the list shows now; they replace older copies in the selection. */
export function useSelection(shown: readonly ParkingEvent[]): EventSelection {
  const [stored, setStored] = useState<ReadonlyMap<string, ParkingEvent>>(new Map())
  const set = useCallback<EventSelection['set']>(
    (events, selected) =>
      setStored((now) => {
        const next = new Map(now)
        for (const event of events)
          if (selected) next.set(event.uuid, event)
          else next.delete(event.uuid)
        return next
      }),
    [],
  )
  const fresh = new Map(shown.map((event) => [event.uuid, event]))
  return {
    events: [...stored.values()].map((event) => fresh.get(event.uuid) ?? event),
    has: (uuid) => stored.has(uuid),
    set,
    clear: () => setStored(new Map()),
  }
}
