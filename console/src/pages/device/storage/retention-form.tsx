/**
 * The retention of events and media: ages and budgets, their effect on this disk, and what is deleted first.
 */
import { admins } from '@parking/contract/core/call.ts'
import { retention_factory, type Retention } from '@parking/contract/retention/retention.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import { useState } from 'react'
import { call, outcomeOf } from '#src/core/api.ts'
import { useFieldValue } from '#src/forms/form-context.ts'
import { Field } from '#src/forms/field.tsx'
import { Fields } from '#src/forms/fields.tsx'
import { Form } from '#src/forms/form.tsx'
import { ConcurrentSave } from '#src/forms/concurrent-save.tsx'
import { SaveBar } from '#src/forms/save-bar/save-bar.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import { useStore } from '#src/lib/store.ts'
import { useCall, type CallState } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords, wordsNow } from '#src/core/words.ts'
import type { DiskStatus } from './page.tsx'
import {
  budgetIssues,
  lastsFor,
  tightened,
  retention_form,
  formIssues,
  formOf,
  bodyOf,
  type Disk,
  type RetentionForm,
} from './retention-shape.ts'
import styles from './retention-form.module.css'

/** Renders nothing if the device lacks the call (an extension of the spec). */
export function RetentionSettings({ status }: { status: DiskStatus }) {
  const read = useCall('/api/parking/get_retention', {}, { every: 20_000 })
  return read.data === undefined ? null : <RetentionRuleForm read={read} rule={read.data} status={status} />
}

function RetentionRuleForm({
  read,
  rule,
  status,
}: {
  read: CallState<Retention>
  rule: Retention
  status: DiskStatus
}) {
  const words = useWords('disk').keep
  const locked = useLocked()
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const [comparing, setComparing] = useState(false)

  async function save(
    body: RetentionForm,
    changed: readonly string[],
    initial: RetentionForm,
  ): Promise<unknown> {
    const tightened_fields = tightened(initial, body)
    if (
      tightened_fields.length > 0 &&
      !(await confirm({
        title: words.ask,
        body: words.effect(tightened_fields.map((name) => words.fields[name])),
        confirm: words.save,
        danger: true,
      }))
    )
      return undefined
    // Retention has no revision number, so the current rule is fetched and compared. A field that already has
    // the new value was saved here, but the answer was lost.
    const isTheirs = (value: unknown, name: keyof RetentionForm) =>
      value !== initial[name] && value !== body[name]
    const now = (await read.refetch()).data
    if (now && (changed as (keyof RetentionForm)[]).some((name) => isTheirs(formOf(now)[name], name))) {
      setComparing(true)
      return undefined
    }
    const field_issues = await send(bodyOf(body, changed))
    setIssues(field_issues ?? [])
    if (field_issues) return undefined
    await read.refetch()
    toast.success(wordsNow('errors').messages.update_success)
    return true
  }

  return (
    <Form
      schema={retention_form}
      values={useFormValues(rule)}
      issues={issues}
      draft="retention"
      hold
      factory={formOf(retention_factory)}
      rules={budgetIssues}
      locked={locked}
      onSave={(body, changed, initial) => save(body, changed, initial as RetentionForm)}
    >
      <ConcurrentSave labels={words.fields} open={comparing} onOpen={setComparing} />
      <Section title={words.title} hint={words.hint}>
        <div className={`grid start one-column ${styles.rules}`}>
          <Fields>
            {(
              [
                'media_days',
                'sent_days',
                'skipped_days',
                'manual_days',
                'budget_gb',
                'keep_free_percent',
                'look_days',
                'look_gb',
              ] as const
            ).map((name) => (
              <Field key={name} name={name} label={words.fields[name]} hint={words.hints[name]} />
            ))}
          </Fields>
          <Effect disk={diskOf(status)} />
        </div>
      </Section>
      <SaveBar />
    </Form>
  )
}

/** Returns the same object for the same answer, because the form treats a new object as a change. */
function useFormValues(rule: Retention): RetentionForm {
  const [stored, setStored] = useState({ rule, typed: formOf(rule) })
  if (stored.rule === rule) return stored.typed
  const next = { rule, typed: formOf(rule) }
  setStored(next)
  return next.typed
}

/** Returns the issues of the fields, or undefined after a success. A toast has shown any other failure. */
async function send(change: Partial<Retention>): Promise<readonly Issue[] | undefined> {
  const { error } = await outcomeOf(call('/api/parking/update_retention', change))
  return error && formIssues(error.issues)
}

function useLocked(): string | undefined {
  const [words, forms] = [useWords('disk').keep, useWords('forms')]
  const roles = useStore(session).roles
  if (roles.some((role) => (admins as readonly string[]).includes(role))) return undefined
  return roles.includes('operator') ? words.admins_only : forms.read_only
}

const diskOf = ({ total, free, per_day, kinds }: DiskStatus): Disk => ({
  total,
  free,
  per_day,
  used: kinds.reduce(
    (sum, { kind, bytes }) => sum + (kind === 'pictures' || kind === 'database' ? bytes : 0),
    0,
  ),
})

/** The effect of the fields as text: how long the space lasts, and the order of deletion. */
function Effect({ disk }: { disk: Disk }) {
  const words = useWords('disk').keep
  const texts = [
    useFieldValue('media_days'),
    useFieldValue('budget_gb'),
    useFieldValue('keep_free_percent'),
  ].map((raw) => String(raw).trim())
  const [media_days = NaN, budget_gb = NaN, keep_free_percent = NaN] = texts.map((text) =>
    text === '' ? NaN : Number(text),
  )
  const good = [media_days, budget_gb, keep_free_percent].every(Number.isFinite)
  const lasts = good ? lastsFor({ budget_gb, keep_free_percent }, disk) : undefined
  return (
    <div className={`ink-2 round-6 on-subtle leading-16 ${styles.effect}`}>
      <p data-tone={lasts && lasts.days < media_days ? 'warn' : undefined}>
        {!good
          ? words.fill_in
          : lasts === undefined
            ? words.not_yet
            : words.lasts({
                per_day: bytesText(disk.per_day ?? 0),
                room: bytesText(lasts.room),
                days: lasts.days,
                wanted: media_days,
              })}
      </p>
      <h3>{words.order}</h3>
      <ol className="listed">
        {words.orders.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </div>
  )
}
