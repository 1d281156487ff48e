/**
 * An interval on a scale from 0, with the measured rate as a mark and the promise as a line. Hidden from
 * screen readers, which read the figures next to it.
 */
import type { Measured } from './measured.ts'
import styles from './results.module.css'

type Props = { measured: Measured; promise: number; /** The end of the scale, in percent. */ scale: number }

export function IntervalBar({ measured: { rate, low, high, checked }, promise, scale }: Props) {
  const at = (percent: number) => `${Math.min(100, (percent / scale) * 100)}%`
  return (
    <span className={styles.track} aria-hidden="true">
      {checked > 0 && (
        <>
          <span
            className={styles.interval}
            data-over={high * 100 > promise || undefined}
            style={{ left: at(low * 100), right: `calc(100% - ${at(high * 100)})` }}
          />
          <span className={styles.mark} style={{ left: at(rate * 100) }} />
        </>
      )}
      <span className={styles.promise} style={{ left: at(promise) }} />
    </span>
  )
}
