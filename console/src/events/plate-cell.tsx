/** The plate that holds, with what was read where somebody put it right, and a mark where somebody should look. */
import { StatusTag } from '../ui/status-tag.tsx'
import { useWords } from '../words.ts'
import type { ParkingEvent } from './event-status.tsx'
import { PlateChip } from './plate-chip.tsx'
import styles from './events.module.css'

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
