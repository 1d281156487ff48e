/** The seconds that are left, large, in a ring that empties. It is not read out each second: twice on the way is enough. */
import { useWords } from '#src/words.ts'
import styles from './trial.module.css'

export function Ring({ left, total }: { left: number; total: number }) {
  const words = useWords('network')
  const whole = Math.max(0, Math.ceil(left))
  const share = total > 0 ? Math.min(1, Math.max(0, left / total)) : 0
  return (
    <div
      className={styles.ring}
      role="timer"
      aria-live="off"
      aria-label={words.left_label(whole)}
      data-tone={whole <= 10 ? 'soon' : undefined}
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
        <strong>{whole}</strong>
        <span>{words.seconds}</span>
      </p>
      <span className="visually-hidden" role="status">
        {whole <= 10 && whole > 0
          ? words.says_left.soon
          : whole <= total / 2 && whole > 0
            ? words.says_left.half
            : ''}
      </span>
    </div>
  )
}
