/** Which events are chosen for a deed. A choice outlives the page and the filter it was made on; the bar says how many it is. */
import { useState } from 'react'
import type { ParkingEvent } from './event-status.tsx'

export type Chosen = {
  events: readonly ParkingEvent[]
  has: (uuid: string) => boolean
  pick: (events: readonly ParkingEvent[], chosen: boolean) => void
  clear: () => void
}

/** `shown`: what the list shows now; what is known of a chosen event is as new as the list. */
export function useChosen(shown: readonly ParkingEvent[]): Chosen {
  const [known, setKnown] = useState<ReadonlyMap<string, ParkingEvent>>(new Map())
  const fresh = new Map(shown.map((event) => [event.uuid, event]))
  return {
    events: [...known.values()].map((event) => fresh.get(event.uuid) ?? event),
    has: (uuid) => known.has(uuid),
    pick: (events, chosen) =>
      setKnown((now) => {
        const next = new Map(now)
        for (const event of events)
          if (chosen) next.set(event.uuid, event)
          else next.delete(event.uuid)
        return next
      }),
    clear: () => setKnown(new Map()),
  }
}
