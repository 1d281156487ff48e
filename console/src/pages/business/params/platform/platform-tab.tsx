/**
 * The platform tab (spec §3 `platform_param`): heartbeat, identity, and URLs that can be tested one by one.
 */
import { platform_urls } from '@parking/contract/params/platform-urls.ts'
import { useSyncExternalStore } from 'react'
import { Field } from '#src/forms/field.tsx'
import { useForm } from '#src/forms/form-context.ts'
import { ServerTrust, tlsAddress } from '#src/forms/server-trust/server-trust.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { ParamForm } from '../form/param-form.tsx'
import { Heartbeat } from './heartbeat.tsx'
import { JsonField } from './json-field.tsx'
import styles from './platform.module.css'
import { UrlRow } from './url-row.tsx'

/** All addresses of the platform share one trust setting; the first address that uses TLS is checked. */
function PlatformTrust({ help }: { help: string }) {
  const { model } = useForm()
  const address = useSyncExternalStore(
    model.subscribe,
    () => platform_urls.map((name) => tlsAddress(model.raw(name))).find((url) => url !== '') ?? '',
  )
  return <ServerTrust address={address} help={help} />
}

export function PlatformTab() {
  const words = useWords('platform')
  // The section explains the JSON field, because its line numbers leave no room for a second note.
  const { extra_info, ...help } = words.help
  return (
    <div className={styles.tab}>
      <Heartbeat />
      <ParamForm group="platform_param" words={words.fields} help={help}>
        <Section title={words.identity} hint={words.identity_hint}>
          <div className={styles.fields}>
            <Field name="operator_no" label={words.fields.operator_no} />
            <Field name="protocol" label={words.fields.protocol} hint="" />
            <Field name="heartbeat_interval" label={words.fields.heartbeat_interval} />
          </div>
        </Section>
        <Section title={words.addresses} hint={words.addresses_hint} flush>
          {platform_urls.map((name) => (
            <UrlRow key={name} name={name} />
          ))}
        </Section>
        <Section>
          <PlatformTrust help={help.server_trust} />
        </Section>
        <Section title={words.extra} hint={extra_info}>
          <JsonField name="extra_info" label={words.fields.extra_info} />
        </Section>
      </ParamForm>
    </div>
  )
}
