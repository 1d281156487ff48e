/**
 * The remaining seconds in a ring that empties. Screen readers announce it only twice: at half time and at 10
 * s.
 */
import { useWords } from '#src/core/words.ts'
import styles from './countdown-ring.module.css'

export function CountdownRing({ left, total }: { left: number; total: number }) {
  const words = useWords('network')
  const seconds = Math.max(0, Math.ceil(left))
  const share = total > 0 ? Math.min(1, Math.max(0, left / total)) : 0
  return (
    <div
      className={styles.ring}
      role="timer"
      aria-live="off"
      aria-label={words.left_label(seconds)}
      data-tone={seconds <= 10 ? 'soon' : undefined}
    >
      <svg viewBox="0 0 120 120" aria-hidden="true" focusable="false">
        <circle cx="60" cy="60" r="54" />
        <circle
          cx="60"
          cy="60"
          r="54"
          pathLength={1}
          strokeDasharray={`${share.toFixed(4)} 1`}
          transform="rotate(-90 60 60)"
        />
      </svg>
      <p aria-hidden="true">
        <strong>{seconds}</strong>
        <span>{words.seconds}</span>
      </p>
      <span className="visually-hidden" role="status">
        {seconds <= 10 && seconds > 0
          ? words.says_left.soon
          : seconds <= total / 2 && seconds > 0
            ? words.says_left.half
            : ''}
      </span>
    </div>
  )
}
