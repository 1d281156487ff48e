/**
 * The head of a group: whether the analysis program uses it, who changed it last, how many fields differ from
 * the factory values, and a reset.
 */
import type { ParamGroup } from '@parking/contract/params/params.ts'
import type { ReactNode } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { useFactoryDrift, useForm, useModelAfterPaint } from '#src/forms/form-context.ts'
import { rawOf } from '#src/forms/values.ts'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { useCall } from '#src/core/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { RefreshIcon } from '#src/ui/icons.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { personName } from '#src/core/people.ts'
import { useWords } from '#src/core/words.ts'
import { param_calls } from './param-calls.ts'
import styles from './param-head.module.css'

type State = AnswerAt<'/api/parking/param_state'>['list'][number]

const tones: Record<State['taken'], Tone> = {
  by_server: 'ok',
  taken: 'ok',
  waiting: 'info',
  refused: 'bad',
  not_running: 'warn',
}
const poll_ms = 5_000

/** `labels`: labels of the fields, for problems that the analysis program reports. */
type Props = { group: ParamGroup; labels: Readonly<Record<string, string>>; tools?: ReactNode }

export function ParamHead({ group, labels, tools }: Props) {
  const words = useWords('params')
  const { model, factory, locked, fill } = useForm()
  const drift = useFactoryDrift()
  const back = () =>
    fill(Object.fromEntries(drift.map((name) => [name, rawOf(model.kindOf(name), factory?.[name])])))
  return (
    <div className="grid gap-8 below-12">
      {locked !== undefined && (
        <p className={`pad-8-12 text-14 round-6 on-info ${styles.locked}`}>{locked}</p>
      )}
      <div className={`row wrap text-13 ink-2 ${styles.head}`}>
        <AnalysisState group={group} labels={labels} />
        <span className={`push ${styles.drift}`}>
          {drift.length === 0 ? words.as_factory : words.drift(drift.length)}
        </span>
        {drift.length > 0 && locked === undefined && (
          <Button variant="quiet" onClick={back}>
            <RefreshIcon />
            {words.reset_all}
          </Button>
        )}
        {tools}
      </div>
    </div>
  )
}

/** Shows nothing if the device lacks the call (an extension of the spec). */
function AnalysisState({ group, labels }: Props) {
  const words = useWords('params')
  const { people } = useWords('shell')
  const dirty = useModelAfterPaint((model) => model.dirty())
  const read = useCall('/api/parking/param_state', {}, { every: poll_ms })
  const state = read.data?.list.find((one) => one.group === group)
  if (!state) return null
  return (
    <span className="inline-row wrap gap-4-12">
      {/* Next to unsaved input, "in use" would seem to refer to the input. */}
      {param_calls[group].analysis && !(dirty && state.taken === 'taken') && (
        <StatusTag tone={tones[state.taken]}>{words.taken[state.taken]}</StatusTag>
      )}
      {param_calls[group].analysis && dirty && state.taken === 'taken' && (
        <StatusTag tone="warn">{words.taken_saved}</StatusTag>
      )}
      {state.change_time_str !== '' && (
        <span>
          {words.changed_by(personName(state.changed_by, people) || words.another_user)}{' '}
          <RelativeTime time={state.change_time_str} />
        </span>
      )}
      {state.problems.map(({ field, issue }) => (
        <span key={field} className="bad">
          {words.problem(labels[field.split('.').at(-1) ?? ''] ?? field, issue)}
        </span>
      ))}
    </span>
  )
}
