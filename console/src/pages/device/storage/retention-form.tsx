/** What is kept for how long and how much of the disk it may take (ours): with what that means for this disk, and in which order things go. */
import { admins } from '@parking/contract/core/call.ts'
import { retention_factory, type Retention } from '@parking/contract/retention/retention.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import { useState } from 'react'
import { call, CallError } from '#src/api.ts'
import { useFieldValue } from '#src/forms/form-context.ts'
import { Field } from '#src/forms/field.tsx'
import { Fields } from '#src/forms/fields.tsx'
import { Form } from '#src/forms/form.tsx'
import { Meanwhile } from '#src/forms/meanwhile.tsx'
import { SaveBar } from '#src/forms/save-bar.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import { useStore } from '#src/lib/store.ts'
import { useCall, type CallState } from '#src/queries.ts'
import { session } from '#src/stores/session.ts'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords, wordsNow } from '#src/words.ts'
import type { DiskStatus } from './page.tsx'
import {
  budgetIssues,
  lastsFor,
  shortened,
  typed_retention,
  typedIssues,
  typedOf,
  wireOf,
  type Disk,
  type TypedRetention,
} from './retention-shape.ts'
import styles from './storage.module.css'

/** Nothing where the device does not have the call (it is ours). */
export function RetentionForm({ status }: { status: DiskStatus }) {
  const read = useCall('/api/parking/get_retention', {}, { every: 20_000 })
  return read.data === undefined ? null : <RuleForm read={read} rule={read.data} status={status} />
}

function RuleForm({
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
    body: TypedRetention,
    changed: readonly string[],
    began: TypedRetention,
  ): Promise<unknown> {
    const sooner = shortened(began, body)
    if (
      sooner.length > 0 &&
      !(await confirm({
        title: words.ask,
        body: words.effect(sooner.map((name) => words.fields[name])),
        confirm: words.save,
        danger: true,
      }))
    )
      return undefined
    // The rule counts no revisions: the device is asked what it says now.
    const now = (await read.refetch()).data
    if (
      now &&
      changed.some(
        (name) => typedOf(now)[name as keyof TypedRetention] !== began[name as keyof TypedRetention],
      )
    ) {
      setComparing(true)
      return undefined
    }
    const wrong = await send(wireOf(body, changed))
    setIssues(wrong ?? [])
    if (wrong) return undefined
    await read.refetch()
    toast.success(wordsNow('errors').messages.update_success)
    return true
  }

  return (
    <Form
      schema={typed_retention}
      values={useTyped(rule)}
      issues={issues}
      draft="retention"
      hold
      factory={typedOf(retention_factory)}
      rules={budgetIssues}
      locked={locked}
      onSave={(body, changed, began) => save(body, changed, began as TypedRetention)}
    >
      <Meanwhile labels={words.fields} open={comparing} onOpen={setComparing} />
      <Section title={words.title} hint={words.hint}>
        <Fields>
          {(
            [
              'media_days',
              'sent_days',
              'skipped_days',
              'manual_days',
              'budget_gb',
              'keep_free_percent',
            ] as const
          ).map((name) => (
            <Field key={name} name={name} label={words.fields[name]} hint={words.hints[name]} />
          ))}
        </Fields>
        <Means disk={diskOf(status)} />
      </Section>
      <SaveBar />
    </Form>
  )
}

/** The same object as long as the device says the same: a form takes another one for news. */
function useTyped(rule: Retention): TypedRetention {
  const [kept, setKept] = useState({ rule, typed: typedOf(rule) })
  if (kept.rule === rule) return kept.typed
  const next = { rule, typed: typedOf(rule) }
  setKept(next)
  return next.typed
}

/** What was wrong with the fields; undefined where it was saved. Any other failure has said itself in a toast. */
const send = (change: Partial<Retention>): Promise<readonly Issue[] | undefined> =>
  call('/api/parking/update_retention', change).then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof CallError)) throw error
      return typedIssues(error.issues)
    },
  )

function useLocked(): string | undefined {
  const [words, forms] = [useWords('disk').keep, useWords('forms')]
  const mine = useStore(session).roles
  if (mine.some((role) => (admins as readonly string[]).includes(role))) return undefined
  return mine.includes('operator') ? words.admins_only : forms.read_only
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

/** In words, as the fields stand now: how long the room lasts, and what goes first when it ends. */
function Means({ disk }: { disk: Disk }) {
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
    <div className={styles.means}>
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
      <ol>
        {words.orders.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </div>
  )
}
