/**
 * The alarms tab (spec §3 `alarm_param`): the state of the mails, the mail server, and which kinds are
 * mailed.
 */
import { mailCause } from '@parking/contract/alarm/mail-steps.ts'
import { mailServerOf } from '@parking/contract/params/params.ts'
import { useState, useSyncExternalStore } from 'react'
import { Field } from '#src/forms/field.tsx'
import { useFieldValue, useForm, useListField } from '#src/forms/form-context.ts'
import { ServerTrust } from '#src/forms/server-trust/server-trust.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { sentenceOf } from '#src/core/errors.ts'
import { FieldMarks } from '#src/forms/field-marks.tsx'
import form from '#src/forms/form.module.css'
import type { AnswerAt } from '#src/core/api.ts'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { ServerReply, TestReport } from '#src/forms/test-report/test-report.tsx'
import { UnsavedTest } from '#src/forms/test-report/unsaved-test.tsx'
import { ParamForm } from '../form/param-form.tsx'
import styles from './alarm.module.css'
import { MailRule } from './mail-rule.tsx'
import { MailState } from './mail-state.tsx'

function MailTrust({ help }: { help: string }) {
  const server = mailServerOf(String(useFieldValue('email_server')).trim())
  const scheme = server?.tls === 'from_the_start' ? 'smtps' : 'smtp'
  return <ServerTrust address={server ? `${scheme}://${server.host}:${server.port}` : ''} help={help} />
}

export function AlarmTab() {
  const words = useWords('alarm')
  const { fields, help } = words
  const fieldText = (name: string, raw: string | boolean) =>
    name === 'to_email'
      ? addressesIn(raw === '' ? [] : JSON.parse(String(raw))).join('、') || words.none
      : undefined
  return (
    <div className="stack one-column">
      <MailState />
      <div className={styles.form}>
        <ParamForm group="alarm_param" words={fields} help={help} fieldText={fieldText}>
          <Section title={words.server} hint={words.server_hint}>
            <div className={`grid start ${styles.server}`}>
              <Field name="email_server" label={fields.email_server} />
              <Field name="from_email" label={fields.from_email} />
              <Field name="from_user" label={fields.from_user} />
              <Field name="from_auth" label={fields.from_auth} />
              <Recipients label={fields.to_email} hint={help.to_email} />
              <MailTrust help={help.server_trust} />
            </div>
            <MailTest />
          </Section>
        </ParamForm>
      </div>
      <MailRule />
    </div>
  )
}

const name = 'to_email'

const addressesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
const linesOf = (text: string): string[] =>
  text
    .split(/[\n,;，；、]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The mail recipients, one per line. The text stays as typed; the form holds the parsed list. */
function Recipients({ label, hint }: { label: string; hint: string }) {
  const errors = useWords('errors')
  const { model, id, locked } = useForm()
  const [list, setList] = useListField(name, addressesIn)
  const [typed, setTyped] = useState(list.join('\n'))
  const issue = useSyncExternalStore(model.subscribe, () => model.issue(name))
  // Show changes from outside (undo, a new answer), but keep spaces and empty lines while the user types.
  const text = linesOf(typed).join('\n') === list.join('\n') ? typed : list.join('\n')
  const [controlId, noteId] = [`${id}-${name}`, `${id}-${name}-note`]
  const wrong = issue ? list[Number(issue.field.split('.')[1] ?? NaN)] : undefined
  return (
    <div className={`flex column slim ${form.field} whole-row ${styles.recipients}`}>
      <div className={`flex wrap baseline spread slim ${form.head}`}>
        <label className={`below-4 text-13 ink-2 leading-15 ${form.label}`} htmlFor={controlId}>
          {label}
        </label>
        <FieldMarks name={name} label={label} />
      </div>
      <textarea
        id={controlId}
        name={name}
        className={`slim full text-14 ink figures round-6 leading-15 ${form.input}`}
        rows={3}
        spellCheck={false}
        value={text}
        readOnly={locked !== undefined}
        aria-invalid={issue !== undefined}
        aria-describedby={noteId}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setList(linesOf(currentTarget.value))
        }}
      />
      <p
        id={noteId}
        className={`text-12 ink-3 anywhere leading-20 ${form.note}`}
        data-tone={issue ? 'bad' : undefined}
        aria-live="polite"
      >
        {issue ? `${wrong === undefined ? '' : `${wrong}：`}${sentenceOf(issue, errors)}` : hint}
      </p>
    </div>
  )
}

type Answer = AnswerAt<'/api/parking/test_mail'>

/**
 * Sends a test mail with the current input, saved or not, and shows the result step by step with the server's
 * replies.
 */
function MailTest() {
  const words = useWords('alarm')
  const may = useStore(session).roles.includes('admin')
  const needed = [useFieldValue('email_server'), useFieldValue('from_email'), useFieldValue('to_email')]
  const empty = needed.some((text) => text === '' || text === '[]')
  const why = !may ? words.test_role : empty ? words.test_empty : undefined
  return (
    <UnsavedTest
      path="/api/parking/test_mail"
      why={why}
      test={words.test}
      testing={words.testing}
      notTested={words.not_tested}
    >
      {(answer, forget) => <Outcome answer={answer} onClose={forget} />}
    </UnsavedTest>
  )
}

function Outcome({ answer, onClose }: { answer: Answer; onClose: () => void }) {
  const words = useWords('alarm')
  const { failed, tls, said, protection, signed_in, accepted, refused, took_ms } = answer
  const tone = failed === 'slow' || (!failed && refused.length > 0) ? 'warn' : failed ? 'bad' : 'ok'
  const text =
    failed === null
      ? words.good_says(accepted.length, took_ms)
      : failed === 'tls'
        ? `${words.steps.tls}${words.tls[tls ?? 'other']}`
        : words.steps[mailCause(failed, said)]
  return (
    <TestReport
      tone={tone}
      label={words.test_result}
      headline={
        failed === 'slow' ? words.slow : failed ? words.bad : refused.length > 0 ? words.partly : words.good
      }
      note={
        failed === null &&
        `${words.protections[protection]} · ${signed_in ? words.signed_in : words.not_signed_in}`
      }
      close={words.close}
      onClose={onClose}
    >
      <p>{text}</p>
      <ServerReply label={words.server_said} text={said} />
      {refused.length > 0 && (
        <>
          <p>{words.refused}</p>
          <ul className="listed">
            {refused.map((one) => (
              <li key={one.address}>
                {one.address}：<q className="quoted">{one.said}</q>
              </li>
            ))}
          </ul>
        </>
      )}
    </TestReport>
  )
}
