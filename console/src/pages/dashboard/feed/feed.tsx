/** The newest events, each with a picture. The list stops updating while the user reads it. */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { memo, useDeferredValue, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useWords } from '#src/core/words.ts'
import type { ParkingEvent } from '#src/events/event/event-status.tsx'
import { PlateChip } from '#src/events/plate/plate-chip.tsx'
import { inSize } from '#src/lib/picture-size.ts'
import { useVisible } from '#src/lib/use-visible.ts'
import { ImageIcon } from '#src/ui/icons.tsx'
import { StrokeIcon } from '#src/ui/stroke-icon.tsx'
import type { CallState } from '#src/core/queries.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { usePacedPicture } from '../camera-wall/picture-pace.ts'
import styles from './feed.module.css'

type Page = AnswerAt<'/api/parking/parking_event'>

/** Width of a picture in the list, in pixels. */
const picture_px = 96
const none: readonly ParkingEvent[] = []

export function Feed({ query }: { query: CallState<Page> }) {
  const words = useWords('home')
  const [paused, setPaused] = useState(false)
  const [reading, setReading] = useState(false)
  const [frozen_list, setFrozenList] = useState<readonly ParkingEvent[]>()
  const latest = query.data?.list
  const frozen = paused || reading
  if (!frozen && frozen_list !== undefined) setFrozenList(undefined)
  if (frozen && frozen_list === undefined && latest !== undefined) setFrozenList(latest)
  const list = frozen_list ?? latest ?? none
  // The wall is drawn first.
  const rows = useDeferredValue(list, none)
  const more = frozen_list && latest ? latest.findIndex((event) => event.uuid === frozen_list[0]?.uuid) : 0
  const waiting = more === -1 ? (latest?.length ?? 0) : more
  return (
    <section
      className={`flex column slim relative clip round-6 on-card ${styles.feed}`}
      aria-label={words.feed}
      onMouseEnter={() => setReading(true)}
      onMouseLeave={() => setReading(false)}
      onFocus={(event) => event.target instanceof HTMLAnchorElement && setReading(true)}
      onBlur={() => setReading(false)}
    >
      <header className="row rigid gap-8 line-below">
        <h2 className="text-13 bold">{words.feed}</h2>
        {!frozen && <span className={`row gap-6 text-12 ok ${styles.live}`}>{words.feed_live}</span>}
        <span className={`row gap-4 icons-16 ${styles.tools}`}>
          <button
            type="button"
            className="plain center ink-2 round-4"
            aria-pressed={paused}
            aria-label={paused ? words.feed_go : words.feed_hold}
            data-tip={paused ? words.feed_go : words.feed_hold}
            onClick={() => setPaused(!paused)}
          >
            <StrokeIcon d={paused ? 'M7 4.5v11l8-5.5z' : 'M7 4.5v11M13 4.5v11'} />
          </button>
          <Link to="/business/data/parking">{words.feed_all}</Link>
        </span>
      </header>
      {waiting > 0 && frozen && (
        <button
          type="button"
          className={`plain text-12 ${styles.more}`}
          onClick={() => {
            setPaused(false)
            setFrozenList(undefined)
          }}
        >
          {words.feed_new(waiting)}
        </button>
      )}
      <Loaded query={query} rows={8} failed={words.feed_failed}>
        {() =>
          list.length === 0 ? (
            <div className={`note text-center ${styles.empty}`}>
              <b>{words.feed_empty}</b>
              <p className="above-4">{words.feed_empty_says}</p>
            </div>
          ) : (
            <ul className={styles.list}>
              {rows.map((event) => (
                <FeedRow key={event.uuid} event={event} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

export const FeedRow = memo(function FeedRow({ event }: { event: ParkingEvent }) {
  const types = useWords('codes').event_type
  const row = useRef<HTMLLIElement>(null)
  const on_screen = useVisible(row)
  const picture = event.pictures.find(({ kind }) => kind === 'car') ?? event.pictures[0]
  const paced = usePacedPicture(picture ? inSize(picture.url, picture_px) : '', on_screen)
  const word = wordOf(event_type, event.event_type)
  return (
    <li ref={row} className={`line-below ${styles.row}`}>
      <Link to={`/business/data/parking?uuid=${event.uuid}`}>
        <span className={`center clip ink-3 round-4 icons-20 ${styles.thumb}`}>
          {paced.state === 'here' ? <img className="cropped" src={paced.src} alt="" /> : <ImageIcon />}
        </span>
        <span className={`row spread slim gap-8 ${styles.first}`}>
          <PlateChip number={event.plate_number} color={event.plate_color} />
          <time
            className="text-12 ink-3 figures"
            dateTime={event.event_time_str.replace(' ', 'T')}
            title={event.event_time_str}
          >
            {event.event_time_str.slice(11, 16)}
            <span>{event.event_time_str.slice(16)}</span>
          </time>
        </span>
        <span className={`flex slim text-12 nowrap ${styles.second}`}>
          <b className="rigid bold" data-kind={word}>
            {word === 'exit' || word === 'scheduled_exit' ? '↑' : word === 'update' ? '·' : '↓'}{' '}
            {word ? types[word] : event.event_type}
          </b>
          <b className="bold ellipsis" title={event.lot_no}>
            {event.lot_no}
          </b>
          <span title={event.camera_name}>{event.camera_name}</span>
        </span>
      </Link>
    </li>
  )
})
