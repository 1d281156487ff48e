/** Facts of the current event: why it needs a check, its comment, and earlier checks. */
import { check_undone } from '@parking/contract/checks/check-effect.ts'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './check-facts.module.css'
import type { CheckRow } from './verdict-queue.ts'

export function CheckFacts({ row }: { row: CheckRow }) {
  const [words, parking] = [useWords('checks'), useWords('events')]
  return (
    <div className={styles.facts}>
      <p>
        <StatusTag tone="info">{words.whys[row.why]}</StatusTag> {words.why_says[row.why]}
      </p>
      {row.comment && (
        <p>
          {parking.comment}：{row.comment}
        </p>
      )}
      {row.checks.length > 0 && (
        <section>
          <h3>{words.history}</h3>
          <ol className={styles.history}>
            {row.checks.map((check) => (
              <li key={check.at_str + check.by}>
                <time>{check.at_str}</time> {check.by}{' '}
                {check.reason === check_undone ? words.undone : words.verdicts[check.verdict]}
                {check.plate_before !== check.plate_after &&
                  ` ${check.plate_before || words.no_plate} → ${check.plate_after}`}
                {check.reason && check.reason !== check_undone && ` ${check.reason}`}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}
