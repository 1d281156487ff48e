/** The time server: whether the device uses one, which one, and its current answer (spec §7, §8). */
import { set_ntp } from '@parking/contract/device/time.ts'
import { useMemo, useState } from 'react'
import type { FailureReason } from '@parking/contract/core/codes.ts'
import { call, outcomeOf, type AnswerAt, type CallError } from '#src/core/api.ts'
import { Field } from '#src/forms/field.tsx'
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { Form } from '#src/forms/form.tsx'
import { SaveBar } from '#src/forms/save-bar/save-bar.tsx'
import { useMayWork } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { useChange } from '#src/core/queries.ts'
import type { Areas } from '#src/locales/areas.ts'
import { session } from '#src/stores/session.ts'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { CheckIcon, WarnIcon } from '#src/ui/icons.tsx'
import type { Time } from './page.tsx'
import { amountText } from './offset-text.ts'
import ntp_outcome_styles from './ntp-outcome.module.css'

export function NtpForm({ time }: { time: Time }) {
  const [words, forms] = [useWords('time'), useWords('forms')]
  const may = useStore(session).roles.includes('admin')
  const change = useChange('/api/device/set_ntp', {
    refresh: ['/api/device/time_para'],
    done: () => toast.success(words.ntp_done),
  })
  const values = useMemo(
    () => ({ ntp_enabled: time.ntp_enabled, ntp_server: time.ntp_server }),
    [time.ntp_enabled, time.ntp_server],
  )
  return (
    <Section title={words.ntp}>
      <Form
        schema={set_ntp.body}
        values={values}
        issues={change.issues}
        onSave={(body) => change.run(body)}
        draft="device-time-ntp"
        locked={may ? undefined : forms.read_only}
      >
        <Field name="ntp_enabled" label={words.ntp_enabled} hint={words.ntp_enabled_hint} />
        <Field name="ntp_server" label={words.ntp_server} hint={words.ntp_server_hint} />
        <TestServer />
        <SaveBar label={words.save} />
      </Form>
    </Section>
  )
}

/**
 * Tests the server in the field, saved or not. The result names the server, because the text may change
 * afterwards.
 */
function TestServer() {
  const words = useWords('time')
  const { model, id } = useForm()
  const may = useMayWork()
  const server = String(useFieldValue('ntp_server')).trim()
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })

  async function run() {
    if (model.checkAll().includes('ntp_server')) return document.getElementById(`${id}-ntp_server`)?.focus()
    setOutcome({ kind: 'testing', server })
    const { answer, error } = await outcomeOf(
      call('/api/device/test_ntp', { ntp_server: server }, { quiet: true }),
    )
    setOutcome(error ? { kind: 'failed', server, error } : { kind: 'answered', server, answer })
    if (error) model.showIssues(error.issues)
  }
  const why = !may ? words.test_role : server === '' ? words.test_empty : undefined

  return (
    <div className="grid gap-12 above-4">
      {/* Keeps the focus in the field: an error on blur could move the button from under the pointer. */}
      <div className="row wrap gap-8-12" role="presentation" onMouseDown={(event) => event.preventDefault()}>
        <WhyButton why={why} busy={outcome.kind === 'testing'} onPress={() => void run()}>
          {outcome.kind === 'testing' ? words.testing : words.test}
        </WhyButton>
        <span className="note">{words.test_hint}</span>
      </div>
      <div role="status">
        <NtpOutcome outcome={outcome} />
      </div>
    </div>
  )
}

type Outcome =
  | { kind: 'none' }
  | { kind: 'testing'; server: string }
  | { kind: 'answered'; server: string; answer: AnswerAt<'/api/device/test_ntp'> }
  | { kind: 'failed'; server: string; error: CallError }

/** A larger offset is reported; this is the limit of GA/T 832 for a traffic record. */
const max_offset_ms = 1_000

/** The answer of a time server, or why the test failed, in the words of spec §8. */
function NtpOutcome({ outcome }: { outcome: Outcome }) {
  const [words, errors] = [useWords('time'), useWords('errors')]
  if (outcome.kind === 'none' || outcome.kind === 'testing') return null
  // An invalid name is reported at its field.
  if (outcome.kind === 'failed' && outcome.error.issues.length > 0) return null
  if (outcome.kind === 'failed') {
    const { reason, detail, message } = outcome.error
    return (
      <div
        className={`grid gap-6 pad-12-16 text-13 ink round-6 leading-15 ${ntp_outcome_styles.outcome}`}
        data-tone="bad"
      >
        <p className={`icons-18 ${ntp_outcome_styles.verdict}`}>
          <WarnIcon />
          {errors.messages.ntp_failed}
          <small>{words.tested(outcome.server)}</small>
        </p>
        <p>{reason ? errors.reasons[reason] : message}</p>
        <p>{(detail && words.kiss[detail]) || words.advice[adviceOf(reason)]}</p>
        {detail && <p className="text-12 ink-2 mono">{detail}</p>}
      </div>
    )
  }
  const { offset_ms, delay_ms, stratum } = outcome.answer
  const far = Math.abs(offset_ms) > max_offset_ms
  return (
    <div
      className={`grid gap-6 pad-12-16 text-13 ink round-6 leading-15 ${ntp_outcome_styles.outcome}`}
      data-tone={far ? 'warn' : 'ok'}
    >
      <p className={`icons-18 ${ntp_outcome_styles.verdict}`}>
        <CheckIcon />
        {errors.messages.ntp_success}
        <small>{words.tested(outcome.server)}</small>
      </p>
      <dl>
        <div>
          <dt>{words.offset}</dt>
          <dd className="text-15 bold figures">
            <Offset ms={offset_ms} />
          </dd>
        </div>
        <div>
          <dt>{words.delay}</dt>
          <dd className="text-15 bold figures">{words.ms(delay_ms.toFixed(delay_ms < 10 ? 2 : 1))}</dd>
        </div>
        <div>
          <dt>{words.stratum}</dt>
          <dd className="text-15 bold figures">{words.stratum_of(stratum)}</dd>
        </div>
      </dl>
      {far && <p>{words.offset_far}</p>}
    </div>
  )
}

/** The sign as text: a positive offset means that the device is behind. */
function Offset({ ms }: { ms: number }) {
  const [words, units] = [useWords('time'), useWords('shell').time.units]
  if (Math.abs(ms) < 0.005) return <>{words.offset_none}</>
  return <>{(ms > 0 ? words.offset_behind : words.offset_ahead)(amountText(ms, words, units))}</>
}

function adviceOf(reason: FailureReason | undefined): keyof Areas['time']['advice'] {
  if (reason === 'name_unknown') return 'name'
  if (reason === 'timeout' || reason === 'unreachable') return 'reach'
  if (reason === 'turned_away') return 'refused'
  if (reason === 'not_synchronized') return 'unsynchronised'
  return reason === 'bad_answer' ? 'answer' : 'other'
}
