/**
 * The object storage tab (spec §3 `storage_param`): address, account, object names, and a test before saving.
 */
import { storage_protocol, wordOf } from '@parking/contract/core/codes.ts'
import { Field } from '#src/forms/field.tsx'
import { useFieldValue } from '#src/forms/form-context.ts'
import { ServerTrust, tlsAddress } from '#src/forms/server-trust/server-trust.tsx'
import { WarnIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { ParamForm } from '../form/param-form.tsx'
import { KeyTemplate } from './key-template.tsx'
import styles from './storage.module.css'
import { StorageTest } from './storage-test.tsx'

export function StorageTab() {
  const words = useWords('object_storage')
  return (
    <ParamForm group="storage_param" words={words.fields} help={words.help}>
      <StorageAddress />
      <KeyTemplate />
      <StorageTest />
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
      <div className={styles.fields}>
        <Field name="protocol" label={words.fields.protocol} />
        <Field name="endpoint" label={words.fields.endpoint} hint={at.endpoint_hint} />
        <Field name="directory" label={at.directory} hint={at.directory_hint} />
        <Field name="username" label={at.username} />
        <Field name="password" label={at.password} />
      </div>
      <ServerTrust address={tlsAddress(endpoint)} help={words.help.server_trust} />
      {plain && (
        <p className={styles.plain}>
          <WarnIcon />
          {words.plain}
        </p>
      )}
    </Section>
  )
}
