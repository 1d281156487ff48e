/** Why an event was reported: what each look around the decision showed, and the lot's state after it. */
import type { CSSProperties } from 'react'
import { useWords } from '#src/core/words.ts'
import styles from './event-detail-looks.module.css'
import session from './event-detail-session.module.css'
import type { Detail } from './event-detail-steps.ts'
import { LookThumbnails } from './event-detail-thumbnails.tsx'

type Look = Detail['looks'][number]

const percent = (share: number): string => `${Math.round(share * 100)} %`
const timeOf = ({ time_str }: Look): string => time_str.slice(11)

/**
 * `event_time`: the time of the event as the device prints it. Renders nothing for an event without looks.
 */
export function EventLooks({
  looks,
  strip,
  event_time,
}: Pick<Detail, 'looks'> & { strip: Detail['look_strip']; event_time: string }) {
  const words = useWords('event_detail')
  const since = looks.findIndex(({ time_str }) => time_str >= event_time)
  const [first, last] = [looks[since], looks.at(-1)]
  if (!first || !last) return null
  const textOf = ({ seen, why }: Look): string =>
    seen === 'unknown' && why !== '' ? words.look_unknown[why] : words.look_seen[seen]
  return (
    <section>
      <h3 className={session.title}>
        {words.looks}
        <small>{words.looks_said(timeOf(first), timeOf(last), looks.length - since)}</small>
      </h3>
      <div className={styles.strip} aria-hidden="true">
        {looks.map((look, at) => (
          <span
            key={look.timestamp_ms}
            data-seen={look.seen}
            data-first={at === since || undefined}
            style={{ '--belief': look.belief } as CSSProperties}
          />
        ))}
      </div>
      {strip && (
        <LookThumbnails
          strip={strip}
          captions={looks.map((look) => ({ ...look, time: timeOf(look), text: textOf(look) }))}
        />
      )}
      <details className={styles.values}>
        <summary>{words.looks_values}</summary>
        <ol aria-label={words.looks_list}>
          {looks.map((look) => (
            <li key={look.timestamp_ms} data-seen={look.seen}>
              <time>{timeOf(look)}</time>
              <strong>{textOf(look)}</strong>
              <span>{words.look_belief(percent(look.belief))}</span>
              {look.seen === 'vehicle' && <span>{words.look_cover(percent(look.cover))}</span>}
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}
