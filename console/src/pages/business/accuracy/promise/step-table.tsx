/**
 * The tested thresholds from strict to loose: the decisions that were judged, whether they support the
 * threshold, and the checks it costs.
 */
import type { AnswerAt } from '#src/core/api.ts'
import { useWords } from '#src/core/words.ts'
import { TableHead } from '#src/tables/table-head.tsx'
import '#src/tables/table.css'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { percentText } from '../results/measured.ts'
import styles from './promise.module.css'

type Steps = AnswerAt<'/api/parking/accuracy_promise'>['steps']
type Props = { steps: Steps; now: number; chosen: number | null }

const columns = ['threshold', 'checked', 'wrong', 'p', 'supported', 'below', 'checks'] as const

export function StepTable({ steps, now, chosen }: Props) {
  const words = useWords('accuracy')
  return (
    <div className="table-box">
      <table className={`table ${styles.steps}`} data-cards="">
        <TableHead columns={columns} labels={words.columns} />
        <tbody>
          {steps.map((step) => (
            <tr key={step.threshold} data-chosen={step.threshold === chosen || undefined}>
              <td data-label={words.columns.threshold} data-wide="">
                <strong>{step.threshold.toFixed(2)}</strong>
                {step.threshold === now && <small>{words.is_now}</small>}
              </td>
              <td data-label={words.columns.checked}>{step.checked}</td>
              <td data-label={words.columns.wrong}>{step.wrong}</td>
              <td data-label={words.columns.p}>{step.checked === 0 ? '—' : step.p.toFixed(3)}</td>
              <td data-label={words.columns.supported}>
                {step.supported ? (
                  <StatusTag tone="ok">{words.supported}</StatusTag>
                ) : (
                  <StatusTag tone="idle">{words.unsupported}</StatusTag>
                )}
              </td>
              <td data-label={words.columns.below}>{percentText(step.below)}</td>
              <td data-label={words.columns.checks}>
                {words.a_day(Math.round(step.checks_a_day), Math.round(step.minutes_a_day))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
