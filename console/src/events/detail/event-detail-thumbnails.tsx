/** What the camera showed at each look: the thumbnails in a row that scrolls, each with its time. */
import { useState, type CSSProperties } from 'react'
import { ImageIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import type { Detail } from './event-detail-steps.ts'
import styles from './event-detail-thumbnails.module.css'

type Props = {
  /** Give the component a `key` per event: it keeps the first address, which changes with each answer. */
  strip: NonNullable<Detail['look_strip']>
  /** One for each thumbnail, oldest first: when it was and what was seen. */
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
    // Reached by the keyboard, so that the arrow keys scroll it; they go to another event elsewhere.
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
        {/* The list of values says the same. */}
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
