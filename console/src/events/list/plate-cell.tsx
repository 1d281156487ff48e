/** The valid plate, the plate as read where a user corrected it, and a mark where a check is due. */
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import type { ParkingEvent } from '../event/event-status.tsx'
import { PlateChip } from '../plate/plate-chip.tsx'
import styles from './plate-cell.module.css'

export function PlateCell({ event }: { event: ParkingEvent }) {
  const words = useWords('event_list')
  return (
    <span className={styles.plate}>
      <PlateChip number={event.plate_number} color={event.plate_color} />
      {event.to_check && <StatusTag tone="warn">{words.to_check}</StatusTag>}
      {event.plate_read !== undefined && <small>{words.plate_read(event.plate_read || '--')}</small>}
    </span>
  )
}
