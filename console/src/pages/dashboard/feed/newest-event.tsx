/** On a phone: shows the newest event over the lower edge of the window for a while after it arrives. */
import { useEffect, useState } from 'react'
import type { ParkingEvent } from '#src/events/event/event-status.tsx'
import { FeedRow } from './feed.tsx'
import styles from './newest-event.module.css'

const shown_ms = 10_000

/** Mounted once per event. */
export function NewestEvent({ event }: { event: ParkingEvent }) {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), shown_ms)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <ul className={styles.newest}>
      <FeedRow event={event} />
    </ul>
  )
}
