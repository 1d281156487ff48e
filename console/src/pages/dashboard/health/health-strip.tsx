/**
 * The health of the box in one thin line: faults stand out by colour and sign, everything else is figures. It
 * expands into the cards with their controls.
 */
import { useWords } from '#src/core/words.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { ChevronDownIcon } from '#src/ui/icons.tsx'
import { shortTime } from '../camera-wall/short-time.ts'
import { healthItems, type HealthItem } from './health-items.ts'
import styles from './health-strip.module.css'

type Props = {
  health: AnswerAt<'/api/system/box_health'> | undefined
  failed: boolean
  open: boolean
  /** The id of the panel that it opens. */
  controls: string
  onToggle: () => void
}

export function HealthStrip({ health, failed, open, controls, onToggle }: Props) {
  const words = useWords('home')
  const items = health ? healthItems(health, words) : []
  return (
    <div className={styles.strip} data-open={open || undefined}>
      <ul className={styles.items} aria-label={words.health}>
        {items.map((item) => (
          <Item key={item.name} item={item} />
        ))}
        {health && (
          <li className={styles.run}>
            {words.item.run} <b>{shortTime(health.run_s * 1000, words.units)}</b>
          </li>
        )}
        {!health && <li className={styles.run}>{failed ? words.health_failed : ' '}</li>}
      </ul>
      <button
        type="button"
        className={styles.more}
        aria-expanded={open}
        aria-controls={controls}
        aria-label={`${open ? words.health_close : words.health_open}${words.health}`}
        onClick={onToggle}
      >
        {open ? words.health_close : words.health_open}
        <ChevronDownIcon />
      </button>
    </div>
  )
}

function Item({ item: { name, tone, value, share } }: { item: HealthItem }) {
  const words = useWords('home')
  return (
    <li data-tone={tone} data-item={name}>
      {tone !== undefined && <i className={styles.dot} data-tone={tone} />}
      {words.item[name]}
      {share !== undefined && (
        <span className={styles.bar} aria-hidden="true">
          <i style={{ width: `${Math.min(100, share)}%` }} />
        </span>
      )}
      <b>{value}</b>
    </li>
  )
}
