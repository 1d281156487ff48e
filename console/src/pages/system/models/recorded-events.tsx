/** The recorded events that both models of a trial judged again, with the pictures on which they differ. */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { Link } from 'react-router'
import { useWords } from '#src/core/words.ts'
import { DifferentPicture } from './different-picture.tsx'
import styles from './models.module.css'
import type { Card } from './scorecard.tsx'

type Recorded = Card['recorded']

/** `ended`: whether the trial has ended; before that, an agreement of all events is not yet a result. */
export function RecordedEvents({ recorded, ended }: { recorded: Recorded; ended: boolean }) {
  const words = useWords('models')
  const { entries, exits, different, left_out, differences } = recorded
  const judged = entries.events + exits.events
  if (judged + left_out === 0) return null
  return (
    <>
      <h3 className={styles.title}>{words.recorded}</h3>
      <p className={styles.note}>
        {different > 0 && words.recorded_different(judged, different)}
        {different === 0 && ended && judged > 0 && words.recorded_same(judged)}
        {left_out > 0 && words.recorded_left_out(left_out)}
      </p>
      <ul className={styles.pictures}>
        {differences.map((one) => (
          <li key={one.uuid}>
            <DifferentPicture seen={one}>
              <EventLine event={one} />
            </DifferentPicture>
          </li>
        ))}
      </ul>
    </>
  )
}

function EventLine({ event }: { event: Recorded['differences'][number] }) {
  const [words, codes] = [useWords('models'), useWords('codes').event_type]
  const word = wordOf(event_type, event.event_type)
  return (
    <>
      <span>
        {word === undefined ? event.event_type : codes[word]} {event.event_time_str} {event.plate_number}
      </span>
      <Link to={`/business/data/parking?uuid=${event.uuid}`}>{words.event}</Link>
    </>
  )
}
