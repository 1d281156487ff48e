/**
 * The object storage tab (spec §3 `storage_param`): address, account, object names, and a test before saving.
 */
import { storage_protocol, wordOf } from '@parking/contract/core/codes.ts'
import {
  key_fields,
  keyClash,
  keyOf,
  keyTemplateIssue,
  type KeyFacts,
  type KeyField,
} from '@parking/contract/params/key-template.ts'
import { Field } from '#src/forms/field.tsx'
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { ServerTrust, tlsAddress } from '#src/forms/server-trust/server-trust.tsx'
import { useInstallPart } from '#src/install/install-steps.ts'
import { WarnIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { useCall } from '#src/core/queries.ts'
import { ParamForm } from '../form/param-form.tsx'
import styles from './storage.module.css'
import { StorageTest } from './storage-test.tsx'

export function StorageTab() {
  const words = useWords('object_storage')
  const installing = useInstallPart() !== undefined
  return (
    <ParamForm group="storage_param" words={words.fields} help={words.help}>
      <StorageAddress />
      {!installing && (
        <>
          <KeyTemplate />
          <StorageTest />
        </>
      )}
    </ParamForm>
  )
}

/** Providers use different names for the same fields. */
function StorageAddress() {
  const words = useWords('object_storage')
  const protocol = wordOf(storage_protocol, Number(useFieldValue('protocol'))) ?? 's3'
  const endpoint = useFieldValue('endpoint')
  const plain = /^(http|ftp):\/\//i.test(String(endpoint).trim())
  const at = words.at[protocol]
  return (
    <Section title={words.where} hint={words.where_hint}>
      <div className={`grid start ${styles.fields}`}>
        <Field name="protocol" label={words.fields.protocol} />
        <Field name="endpoint" label={words.fields.endpoint} hint={at.endpoint_hint} />
        <Field name="directory" label={at.directory} hint={at.directory_hint} />
        <Field name="username" label={at.username} />
        <Field name="password" label={at.password} />
      </div>
      <ServerTrust address={tlsAddress(endpoint)} help={words.help.server_trust} />
      {plain && (
        <p
          className={
            `flex start gap-8 pad-8-12 text-13 warn round-6 on-warn leading-15 icons-18 ` + styles.plain
          }
        >
          <WarnIcon />
          {words.plain}
        </p>
      )}
    </Section>
  )
}

/** Used if the device does not report its last event (an extension of the spec). */
const sample_facts: KeyFacts = {
  device_sn: 'PE-0001',
  parking_no: 'P-0001',
  lot_no: 'A01',
  camera_sn: 'CAM-0001',
  event_type: 1,
  uuid: '0190a1b2-0000-7000-8000-000000000001',
  n: 1,
  kind: 'image',
  ext: 'jpg',
  event_time: '2026-11-21 08:30:00',
}

/**
 * The template of object names: buttons insert its fields, an example shows the names for the last event, and
 * a warning shows when two pictures would get the same name.
 */
function KeyTemplate() {
  const words = useWords('object_storage')
  return (
    <Section title={words.key} hint={words.key_hint}>
      <div className={`grid one-column gap-8 ${styles.template}`}>
        <Field name="key_re" label={words.fields.key_re} />
        <Parts />
        <Example />
      </div>
    </Section>
  )
}

function Parts() {
  const words = useWords('object_storage')
  const { id, locked, fill } = useForm()
  if (locked !== undefined) return null

  /** Inserts the field at the caret, or at the end. */
  function insert(field: KeyField) {
    const input = document.getElementById(`${id}-key_re`)
    if (!(input instanceof HTMLInputElement)) return
    const [from, to] = [input.selectionStart ?? input.value.length, input.selectionEnd ?? input.value.length]
    const piece = `{${field}}`
    fill({ key_re: input.value.slice(0, from) + piece + input.value.slice(to) })
    input.focus()
    input.setSelectionRange(from + piece.length, from + piece.length)
  }

  return (
    <div
      className={`flex wrap gap-6 ${styles.parts}`}
      role="group"
      aria-label={words.insert}
      onMouseDown={(event) => event.preventDefault()}
    >
      {key_fields.map((field) => (
        <button key={field} type="button" className="plain" onClick={() => insert(field)}>
          <code className="ink mono">{`{${field}}`}</code>
          {words.parts[field]}
        </button>
      ))}
    </div>
  )
}

function Example() {
  const words = useWords('object_storage')
  const facts = useCall('/api/parking/storage_key_facts', {})
  const template = String(useFieldValue('key_re'))
  const directory = String(useFieldValue('directory'))
    .split('/')
    .filter((part) => part !== '')
  const issue = keyTemplateIssue(template)
  const clash = issue === 'key_clash' ? keyClash(template) : undefined
  if (clash) {
    return (
      <div
        className={`grid gap-4 text-13 round-6 on-subtle leading-15 icons-18 ${styles.example}`}
        data-tone="bad"
        role="status"
      >
        <p className={styles.clash}>
          <WarnIcon />
          <span>{words.clashes[clash.clash]}</span>
        </p>
        <p>
          <small className="text-12 ink-3">
            {words.clash('')}
            <code className="slim text-13 mono anywhere">{clash.key}</code>
          </small>
        </p>
      </div>
    )
  }
  if (issue)
    return (
      <p
        className={`grid gap-4 text-13 round-6 on-subtle leading-15 icons-18 ${styles.example}`}
        role="status"
      >
        <small className="text-12 ink-3">{words.example_none}</small>
      </p>
    )
  return (
    <div
      className={`grid gap-4 text-13 round-6 on-subtle leading-15 icons-18 ${styles.example}`}
      role="status"
    >
      <p>
        <strong>{words.example}</strong>
        <small className="text-12 ink-3">{facts.data?.real ? words.example_real : words.example_made}</small>
      </p>
      <p>
        <code className="slim text-13 mono anywhere">
          {[...directory, keyOf(template, facts.data ?? sample_facts)].join('/')}
        </code>
      </p>
    </div>
  )
}
