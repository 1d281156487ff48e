/** What the camera showed at each look: a scrolling row of thumbnails, each with its time. */
import { useState, type CSSProperties } from 'react'
import { ImageIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import type { Detail } from './event-detail-steps.ts'
import styles from './event-detail-thumbnails.module.css'

type Props = {
  /** Give the component a `key` per event: it keeps the first address, because each answer has a new one. */
  strip: NonNullable<Detail['look_strip']>
  /** One caption per thumbnail, oldest first: the time of the look and what it saw. */
  captions: readonly { timestamp_ms: number; time: string; seen: string; text: string }[]
}

export function LookThumbnails({ strip, captions }: Props) {
  const words = useWords('event_detail')
  const [url] = useState(strip.url)
  const [broken, setBroken] = useState(false)
  const count = captions.length
  const [first, last] = [captions[0], captions.at(-1)]
  if (!first || !last) return null
  if (strip.url === '' || url === '' || broken)
    return (
      <p className={styles.none}>
        <ImageIcon />
        {strip.url === '' ? words.look_strip_gone : words.look_strip_broken}
      </p>
    )
  const label = words.look_strip(count, first.time, last.time)
  return (
    // Focusable, so that the arrow keys scroll the row; elsewhere they go to another event.
    <div
      className={styles.scroller}
      role="region"
      aria-label={label}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') event.stopPropagation()
      }}
    >
      <div className={styles.film} style={{ '--count': count } as CSSProperties}>
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
