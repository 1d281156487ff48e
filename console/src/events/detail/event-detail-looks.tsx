/** Why an event was reported: what each look around the decision showed, and the lot's state after it. */
import { type CSSProperties, useState } from 'react'
import { useWords } from '#src/core/words.ts'
import { ImageIcon } from '#src/ui/icons.tsx'
import styles from './event-detail-looks.module.css'
import session from './event-detail-session.module.css'
import type { Detail } from './event-detail-steps.ts'
import event_detail_thumbnails_styles from './event-detail-thumbnails.module.css'

type Look = Detail['looks'][number]

const percent = (share: number): string => `${Math.round(share * 100)}%`
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
      <h3 className={`below-8 text-14 bold ${session.title}`}>
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
      <details className={`text-13 ${styles.values}`}>
        <summary>{words.looks_values}</summary>
        <ol aria-label={words.looks_list}>
          {looks.map((look) => (
            <li key={look.timestamp_ms} data-seen={look.seen}>
              <time>{timeOf(look)}</time>
              <strong>{textOf(look)}</strong>
              <span>{words.look_belief(percent(look.belief))}</span>
              {look.seen === 'vehicle' && <span>{words.look_cover(percent(look.cover))}</span>}
              {look.plate && <span>{words.look_plate(look.plate)}</span>}
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}

type Props = {
  /** Give the component a `key` per event: it keeps the first address, because each answer has a new one. */
  strip: NonNullable<Detail['look_strip']>
  /** One caption per thumbnail, oldest first: the time of the look and what it saw. */
  captions: readonly { timestamp_ms: number; time: string; seen: string; text: string }[]
}

/** What the camera showed at each look: a scrolling row of thumbnails, each with its time. */
function LookThumbnails({ strip, captions }: Props) {
  const words = useWords('event_detail')
  const [url] = useState(strip.url)
  const [broken, setBroken] = useState(false)
  const count = captions.length
  const [first, last] = [captions[0], captions.at(-1)]
  if (!first || !last) return null
  if (strip.url === '' || url === '' || broken)
    return (
      <p className={`row gap-8 text-13 ink-2 ${event_detail_thumbnails_styles.none}`}>
        <ImageIcon />
        {strip.url === '' ? words.look_strip_gone : words.look_strip_broken}
      </p>
    )
  const label = words.look_strip(count, first.time, last.time)
  return (
    // Focusable, so that the arrow keys scroll the row; elsewhere they go to another event.
    <div
      className={`bordered round-6 on-subtle ${event_detail_thumbnails_styles.scroller}`}
      role="region"
      aria-label={label}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') event.stopPropagation()
      }}
    >
      <div
        className={`relative ${event_detail_thumbnails_styles.film}`}
        style={{ '--count': count } as CSSProperties}
      >
        <img
          src={url}
          alt={label}
          width={strip.width}
          height={strip.height}
          onError={() => setBroken(true)}
        />
        {/* The list of values has the same information. */}
        <ol aria-hidden="true">
          {captions.map(({ timestamp_ms, time, seen, text }) => (
            <li key={timestamp_ms} data-seen={seen}>
              <time>{time}</time>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
