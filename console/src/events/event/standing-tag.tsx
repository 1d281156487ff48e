import type { ParkingEvent } from './event-status.tsx'
import { useWords } from '#src/core/words.ts'
import { StatusTag } from '#src/ui/status-tag.tsx'

/** Marks an event that a user typed or withdrew; nothing for an observed one. */
export function StandingTag({ standing }: { standing: ParkingEvent['standing'] }) {
  const codes = useWords('codes')
  if (standing === 'observed') return null
  return <StatusTag tone={standing === 'typed' ? 'info' : 'bad'}>{codes.standing[standing]}</StatusTag>
}
