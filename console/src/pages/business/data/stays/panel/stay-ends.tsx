/** Entry and exit of a stay, each with its pictures, its time and how it came about. */
import { event_type } from '@parking/contract/core/codes.ts'
import type { ReactNode } from 'react'
import { useWords } from '#src/core/words.ts'
import { StandingTag } from '#src/events/event/standing-tag.tsx'
import { ImageIcon } from '#src/ui/icons.tsx'
import { cameraOf, camerasOf } from './stay-cameras.ts'
import type { Stay } from './stay-panel.tsx'
import styles from './stay-ends.module.css'

type StayEvent = Stay['events'][number]

/**
 * The first event that counts, the entry (or the first sighting) and the exit. A withdrawn event is neither;
 * `first` is one only if nothing else is left.
 */
export function endsOfStay({ events }: Pick<Stay, 'events'>) {
  const counted = events.filter(({ standing }) => standing !== 'withdrawn')
  const first = counted[0] ?? events[0]
  return {
    first,
    entry: first && first.event_type !== event_type.exit ? first : undefined,
    exit: counted.findLast((event) => event.event_type === event_type.exit),
  }
}

export function StayEnds({ stay }: { stay: Stay }) {
  const words = useWords('stays')
  const { entry, exit } = endsOfStay(stay)
  const more = { with_camera: camerasOf(stay).length > 1 }
  const is_entry = entry && entry.event_type !== event_type.update
  return (
    <div className={`grid gap-10 ${styles.ends}`}>
      <End title={is_entry ? words.entry : words.first_seen} event={entry} none={words.missing} {...more} />
      <End
        title={words.exit}
        event={exit}
        none={stay.lost_exit ? words.exit_deleted : stay.end_ms === null ? words.still : words.missing}
        {...more}
      />
    </div>
  )
}

type EndProps = {
  title: string
  event: StayEvent | undefined
  none: ReactNode
  with_camera: boolean
}

function End({ title, event, none, with_camera }: EndProps) {
  const words = useWords('stays')
  const picture = event?.pictures.find(({ kind }) => kind === 'car') ?? event?.pictures[0]
  const plate = event?.pictures.find(({ kind }) => kind === 'plate')
  return (
    <figure className={`grid slim gap-4 ${styles.end}`} data-missing={event === undefined || undefined}>
      <div className={`grid relative clip round-6 ${styles.picture}`}>
        {picture ? (
          <img src={picture.url} alt={title} width={picture.width} height={picture.height} />
        ) : (
          <span className="center gap-4 text-12 ink-3">
            <ImageIcon />
            {event ? words.no_picture : none}
          </span>
        )}
        {plate && plate !== picture && <img className={styles.plate} src={plate.url} alt="" />}
      </div>
      <figcaption>
        <span>{title}</span>
        {event && <StandingTag standing={event.standing} />}
        {event ? <time>{event.time_str.slice(5)}</time> : <em>{none}</em>}
        {event && with_camera && cameraOf(event) !== '' && <small>{cameraOf(event)}</small>}
      </figcaption>
    </figure>
  )
}
