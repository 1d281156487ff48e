/** The old and the new address, and whether anybody answers there right now. */
import { useWords } from '#src/words.ts'
import { CopyText } from '#src/ui/copy-text.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import type { Reach } from './phase.ts'
import styles from './trial.module.css'

const tones: Record<Reach, Tone> = { unknown: 'idle', up: 'ok', down: 'warn' }

type Place = { label: string; url: string; reach: Reach }

export function Places({
  old_url,
  new_url,
  old,
  fresh,
}: {
  old_url: string
  new_url: string
  old: Reach
  fresh: Reach
}) {
  const words = useWords('network')
  const places: Place[] = [
    { label: words.old_address, url: old_url, reach: old },
    { label: words.new_address, url: new_url, reach: fresh },
  ]
  return (
    <ul className={styles.places}>
      {places.map(({ label, url, reach }) => (
        <li key={label} data-reach={reach}>
          <span className={styles.label}>
            {label}
            {location.origin === url && <small>{words.this_page}</small>}
          </span>
          <span className={styles.url}>
            <CopyText text={url}>{url.replace('http://', '')}</CopyText>
          </span>
          <StatusTag tone={tones[reach]}>{words.reach[reach]}</StatusTag>
        </li>
      ))}
    </ul>
  )
}
