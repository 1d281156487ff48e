/** The valid plate with the searched text marked, and the plate as read if a user corrected it. */
import { useWords } from '#src/core/words.ts'
import type { ParkingEvent } from '../event/event-status.tsx'
import { filterIn } from '../filter/event-filter.ts'
import { PlateChip } from '../plate/plate-chip.tsx'
import styles from './plate-cell.module.css'

/** `search`: the address with the filter. */
export function PlateCell({ event, search }: { event: ParkingEvent; search: URLSearchParams }) {
  const words = useWords('event_list')
  const { plate_number, plate_like = false } = filterIn(search)
  return (
    <span className={`inline-row gap-6 ${styles.plate}`}>
      <PlateChip
        number={event.plate_number}
        color={event.plate_color}
        mark={plate_number}
        similar={plate_like}
      />
      {event.plate_read !== undefined && <small>{words.plate_read(event.plate_read || '--')}</small>}
    </span>
  )
}
