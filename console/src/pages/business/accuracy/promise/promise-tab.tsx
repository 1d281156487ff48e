/** The auto-upload threshold that the judged sample supports for a promised error rate, and what it costs. */
import { queryClient, useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Section } from '#src/ui/section.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { toast } from '#src/ui/toast.tsx'
import type { AnswerAt } from '#src/core/api.ts'
import type { Areas } from '#src/locales/areas.ts'
import { TableHead } from '#src/tables/table-head.tsx'
import '#src/tables/table.css'
import { StatusTag } from '#src/ui/status-tag.tsx'
import styles from './promise.module.css'
import { percentText } from '../results/measured.ts'
import { LoadFailed } from '#src/tables/loaded.tsx'

const promised_percents = [0.1, 0.3, 0.5, 1, 2, 3, 5, 10]

export function PromiseTab() {
  const words = useWords('accuracy')
  const may = useMayWork()
  const query = useCall('/api/parking/accuracy_promise', {}, { keep: true })
  const refresh = () => void queryClient.invalidateQueries()
  const promising = useChange('/api/parking/update_accuracy_settings', { done: refresh })
  const setting = useChange('/api/parking/update_alg_param', {
    done() {
      toast.success(words.threshold_set)
      refresh()
    },
  })
  const { data } = query
  if (!data && query.isError) return <LoadFailed query={query} title={words.failed} />
  if (!data) return <SkeletonRows rows={6} />
  const { threshold, threshold_now, max_wrong_percent, risk_percent, missing, needed, usable } = data
  const step = data.steps.find((one) => one.threshold === threshold)
  const why = !may
    ? words.role
    : threshold === null
      ? words.not_supported
      : threshold === threshold_now
        ? words.already_set
        : undefined
  async function use() {
    if (threshold === null) return
    const yes = await confirm({
      title: words.use_title(threshold.toFixed(2)),
      body: words.use_says(threshold_now.toFixed(2), threshold.toFixed(2)),
      confirm: words.use_threshold,
    })
    if (yes) await setting.run({ auto_upload_th: threshold })
  }
  return (
    <div className="stack">
      <Section>
        <div className={`row wrap ${styles.choice}`}>
          <label className={`row gap-8 text-14 ink-2 nowrap ${styles.pick}`}>
            {words.max_wrong}
            <select
              className="input"
              value={max_wrong_percent}
              disabled={!may || promising.running}
              onChange={(event) =>
                void promising.run({ max_wrong_percent: Number(event.currentTarget.value) })
              }
            >
              {(promised_percents.includes(max_wrong_percent)
                ? promised_percents
                : [...promised_percents, max_wrong_percent].toSorted((a, b) => a - b)
              ).map((one) => (
                <option key={one} value={one}>
                  {one}%
                </option>
              ))}
            </select>
          </label>
          <p className={`flex wrap baseline text-13 ink-2 ${styles.found}`}>
            {threshold === null ? (
              <>
                <strong className="text-16 ink">{words.no_threshold}</strong>
                <span>{words.needs(needed, max_wrong_percent, usable)}</span>
                <span>{words.needs_more(missing)}</span>
              </>
            ) : (
              <>
                <strong className="text-16 ink">{words.lowest(threshold.toFixed(2))}</strong>
                {step && <span>{words.cost(costText(step, words))}</span>}
              </>
            )}
          </p>
          <WhyButton variant="primary" why={why} busy={setting.running} onPress={() => void use()}>
            {words.use_threshold}
          </WhyButton>
        </div>
        <p className="note above-12">
          {words.risk(Number(risk_percent.toPrecision(2)))} {words.now_is(threshold_now.toFixed(2))}
        </p>
      </Section>
      <Section flush title={words.steps_title} hint={words.steps_hint}>
        <StepTable steps={data.steps} now={threshold_now} chosen={threshold} />
      </Section>
    </div>
  )
}

type Steps = AnswerAt<'/api/parking/accuracy_promise'>['steps']
type Props = { steps: Steps; now: number; chosen: number | null }

const tones = { supported: 'ok', refuted: 'bad', too_few: 'idle', not_tested: 'idle' } as const

/** The daily checks below a threshold; says so if a whole day was not observed yet. */
function costText({ checks_a_day, minutes_a_day }: Steps[number], words: Areas['accuracy']): string {
  if (checks_a_day === null) return words.no_day_yet
  return words.a_day(Math.round(checks_a_day), minutes_a_day === null ? null : Math.round(minutes_a_day))
}

const columns = ['threshold', 'checked', 'wrong', 'p', 'supported', 'below', 'checks'] as const

/**
 * The tested thresholds from strict to loose: the decisions that were judged, whether they support the
 * threshold, and the checks it costs.
 */
function StepTable({ steps, now, chosen }: Props) {
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
                {step.threshold === now && <small className="text-12 ink-3">{words.is_now}</small>}
              </td>
              <td data-label={words.columns.checked}>{step.checked}</td>
              <td data-label={words.columns.wrong}>
                {step.wrong}
                {step.lost > 0 && <small className="text-12 ink-3">{words.lost(step.lost)}</small>}
              </td>
              <td data-label={words.columns.p}>{step.checked + step.lost === 0 ? '—' : step.p.toFixed(3)}</td>
              <td data-label={words.columns.supported}>
                <StatusTag tone={tones[step.verdict]}>{words.step_verdicts[step.verdict]}</StatusTag>
              </td>
              <td data-label={words.columns.below}>{step.below === null ? '—' : percentText(step.below)}</td>
              <td data-label={words.columns.checks}>{costText(step, words)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
