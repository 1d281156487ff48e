/**
 * Factory restore: the items to keep and the network afterwards (spec §9) are saved first and applied later.
 */
import { useId, useMemo, useState } from 'react'
import { Field } from '#src/forms/field.tsx'
import { Fields } from '#src/forms/fields.tsx'
import { useFieldValue, useForm, useFormDirty } from '#src/forms/form-context.ts'
import { Form } from '#src/forms/form.tsx'
import { SaveBar } from '#src/forms/save-bar/save-bar.tsx'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { configOf, formOf, keeps, keepSchema, type Keep, type RestoreConfig } from './kept-items.ts'
import styles from './restore-card.module.css'
import { RestoreDialog } from './restore-dialog.tsx'
import { useLosses } from './use-losses.ts'

const schema = keepSchema(location.hostname.startsWith('127.'))

export function RestoreCard() {
  const words = useWords('operation').restore
  const query = useCall('/api/system/get_restore_config', {})
  if (query.data) return <KeepForm config={query.data} />
  return (
    <Section title={words.title} hint={words.hint}>
      <Loaded query={query} rows={13} failed={words.failed}>
        {() => null}
      </Loaded>
    </Section>
  )
}

function KeepForm({ config }: { config: RestoreConfig }) {
  const [words, errors] = [useWords('operation').restore, useWords('errors')]
  const may = useStore(session).roles.includes('admin')
  const change = useChange('/api/system/set_restore_config', {
    refresh: ['/api/system/get_restore_config'],
    done: () => toast.success(errors.messages.update_success),
  })
  const values = useMemo(() => formOf(config), [config])
  const [asking, setAsking] = useState(false)
  const why = may ? undefined : words.role
  return (
    <div className={`above-16 ${styles.restore}`}>
      <Form
        schema={schema}
        values={values}
        issues={change.issues}
        draft="restore-config"
        labels={Object.fromEntries(keeps.map((keep) => [keep, words.keeps[keep].label]))}
        locked={why}
        onSave={(form) => change.run(configOf(form))}
      >
        <Section
          title={words.title}
          hint={words.hint}
          action={<RestoreButton why={why} onPress={() => setAsking(true)} />}
        >
          <div className={styles.keeps} role="group" aria-label={words.keep}>
            {keeps.map((keep) => (
              <KeepBox key={keep} keep={keep} />
            ))}
          </div>
          <Network />
        </Section>
        <Unsaved />
      </Form>
      {asking && <RestoreDialog config={config} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** The save bar between two cards is shown only with unsaved changes. */
function Unsaved() {
  const words = useWords('operation').restore
  return useFormDirty() ? <SaveBar label={words.save} /> : null
}

/** The restore applies the saved settings, so there must be no unsaved changes. */
function RestoreButton({ why, onPress }: { why: string | undefined; onPress: () => void }) {
  const words = useWords('operation').restore
  const dirty = useFormDirty()
  return (
    <WhyButton variant="danger" why={why ?? (dirty ? words.unsaved : undefined)} onPress={onPress}>
      {words.act}
    </WhyButton>
  )
}

/** One item that is kept or lost, with the consequence if it is lost. */
function KeepBox({ keep }: { keep: Keep }) {
  const words = useWords('operation').restore
  const { model, locked } = useForm()
  const on = useFieldValue(keep) === true
  const losses = useLosses()
  const { label, says } = words.keeps[keep]
  return (
    <label className={`grid start gap-12 line-below ${styles.keep}`}>
      <input
        type="checkbox"
        className="choice-mark"
        name={keep}
        checked={on}
        disabled={locked !== undefined}
        onChange={(event) => model.type(keep, event.currentTarget.checked)}
      />
      <span className={`grid note slim gap-2 leading-15 ${styles.keepText}`}>
        <strong className="text-14 ink bold">{label}</strong>
        <span>{says}</span>
        {!on &&
          losses[keep].map(({ says: what, tone }) => (
            <em key={what} data-tone={tone}>
              {what}
            </em>
          ))}
      </span>
      <StatusTag tone={on ? 'ok' : 'bad'}>{on ? words.kept : words.wiped}</StatusTag>
    </label>
  )
}

function Network() {
  const words = useWords('operation').restore
  const id = useId()
  if (useFieldValue('network') === true) return null
  return (
    <div className={styles.network} role="group" aria-labelledby={id}>
      <h3 className="below-12 text-14 bold leading-15" id={id}>
        {words.network_title}
      </h3>
      <Fields>
        <Field name="ipv4" label={words.ipv4} />
        <Field name="netmask" label={words.netmask} />
        <Field name="gateway" label={words.gateway} />
      </Fields>
    </div>
  )
}
