/**
 * The alarms tab (spec §3 `alarm_param`, §4 log type 4): active alarms, the mail server, and which kinds are
 * mailed.
 */
import { mailServerOf } from '@parking/contract/params/params.ts'
import { Field } from '#src/forms/field.tsx'
import { useFieldValue } from '#src/forms/form-context.ts'
import { ServerTrust } from '#src/forms/server-trust/server-trust.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { ParamForm } from '../form/param-form.tsx'
import { AlarmList } from './alarm-list.tsx'
import styles from './alarm.module.css'
import { MailRule } from './mail-rule.tsx'
import { MailTest } from './mail-test.tsx'
import { addressesIn, Recipients } from './recipients.tsx'

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
    <div className={styles.tab}>
      <AlarmList />
      <ParamForm group="alarm_param" words={fields} help={help} fieldText={fieldText}>
        <Section title={words.server} hint={words.server_hint}>
          <div className={styles.server}>
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
      <MailRule />
    </div>
  )
}
