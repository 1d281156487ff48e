/** The MQTT tab: the state of the connection, the broker, and what is published to it. */
import { hostPortOf } from '@parking/contract/core/rules.ts'
import { mqtt_port } from '@parking/contract/params/params.ts'
import { Field } from '#src/forms/field.tsx'
import { useFieldValue } from '#src/forms/form-context.ts'
import { ServerTrust } from '#src/forms/server-trust/server-trust.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { ParamForm } from '../form/param-form.tsx'
import { MqttConnection } from './mqtt-connection.tsx'
import { MqttTest } from './mqtt-test.tsx'
import styles from './mqtt.module.css'

/** The address is given as https because the broker also uses TLS from the first byte. */
function BrokerTrust({ help }: { help: string }) {
  const place = hostPortOf(String(useFieldValue('broker')).trim())
  return <ServerTrust address={place ? `https://${place.host}:${place.port ?? mqtt_port}` : ''} help={help} />
}

export function MqttTab() {
  const words = useWords('mqtt')
  const { fields, help } = words
  return (
    <div className={styles.tab}>
      <MqttConnection />
      <ParamForm group="mqtt_param" words={fields} help={help}>
        <Section title={words.broker_section} hint={words.broker_hint}>
          <div className={styles.fields}>
            <Field name="enabled" label={fields.enabled} />
            <Field name="broker" label={fields.broker} />
            <Field name="username" label={fields.username} />
            <Field name="password" label={fields.password} />
            <Field name="topic_prefix" label={fields.topic_prefix} />
            <Field name="client_id" label={fields.client_id} />
            <div className={styles.trust}>
              <BrokerTrust help={help.server_trust} />
            </div>
          </div>
          <MqttTest />
        </Section>
        <Section title={words.content} hint={words.content_hint}>
          <div className={styles.fields}>
            <Field name="send_events" label={fields.send_events} />
            <Field name="send_alarms" label={fields.send_alarms} />
            <Field name="send_lots" label={fields.send_lots} />
            <Field name="send_health" label={fields.send_health} />
            <Field name="health_seconds" label={fields.health_seconds} />
            <Field name="max_messages" label={fields.max_messages} />
          </div>
        </Section>
      </ParamForm>
    </div>
  )
}
