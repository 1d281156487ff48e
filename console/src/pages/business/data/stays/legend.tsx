/** The legend of the axis: its shapes, drawn as on the axis, and what they mean. */
import { useWords } from '#src/core/words.ts'
import styles from './legend.module.css'

const signs = [
  'normal',
  'open',
  'doubtful',
  'missing',
  'irregular',
  'corrected',
  'cut',
  'gap',
  'now',
] as const

export function Legend() {
  const words = useWords('stays')
  const texts: Record<(typeof signs)[number], string> = {
    normal: words.legend_normal,
    open: words.legend_open,
    doubtful: words.marks.doubtful,
    missing: words.marks.exit_missing,
    irregular: words.legend_irregular,
    corrected: words.marks.corrected,
    cut: words.marks.cut,
    gap: words.legend_gap,
    now: words.legend_now,
  }
  return (
    <ul className={styles.legend} aria-label={words.legend}>
      {signs.map((sign) => (
        <li key={sign}>
          <i data-sign={sign} aria-hidden="true" />
          {texts[sign]}
        </li>
      ))}
    </ul>
  )
}
