/** The MQTT tab: the state of the connection, the broker, and what is published to it. */
import { hostPortOf } from '@parking/contract/core/rules.ts'
import { mqtt_port } from '@parking/contract/params/params.ts'
import type { MqttStep } from '@parking/contract/mqtt/mqtt.ts'
import type { TlsError } from '@parking/contract/core/server-trust.ts'
import { Field } from '#src/forms/field.tsx'
import { useFieldValue } from '#src/forms/form-context.ts'
import { ServerTrust } from '#src/forms/server-trust/server-trust.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { ConnectionTest } from '#src/forms/test-report/connection-test.tsx'
import type { AnswerAt } from '#src/core/api.ts'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { useCall } from '#src/core/queries.ts'
import type { Areas } from '#src/locales/areas.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { formatTime } from '#src/time/time.ts'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { ParamForm } from '../form/param-form.tsx'
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
    <div className="stack one-column">
      <MqttConnection />
      <ParamForm group="mqtt_param" words={fields} help={help}>
        <Section title={words.broker_section} hint={words.broker_hint}>
          <div className={`grid start ${styles.fields}`}>
            <Field name="enabled" label={fields.enabled} />
            <Field name="broker" label={fields.broker} />
            <Field name="username" label={fields.username} />
            <Field name="password" label={fields.password} />
            <Field name="topic_prefix" label={fields.topic_prefix} />
            <Field name="client_id" label={fields.client_id} />
            <div className="whole-row">
              <BrokerTrust help={help.server_trust} />
            </div>
          </div>
          <MqttTest />
        </Section>
        <Section title={words.content} hint={words.content_hint}>
          <div className={`grid start ${styles.fields}`}>
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

/** Connects with the current input, saved or not, and publishes one message. */
function MqttTest() {
  const [words, errors] = [useWords('mqtt'), useWords('errors')]
  return (
    <ConnectionTest
      path="/api/parking/test_mqtt"
      server="broker"
      words={words}
      result={({ failed, tls, topic, took_ms, said, notes }) => ({
        failed: failed !== null,
        says:
          failed === null
            ? [words.good_says(topic, took_ms), ...notes.map((note) => words.notes[note])].join(' ')
            : failureText({ failed, tls }, words, errors),
        said,
      })}
      notTested={words.not_tested}
    />
  )
}

type State = AnswerAt<'/api/parking/mqtt_state'>

const tones: Record<State['state'], Tone> = {
  off: 'idle',
  connecting: 'info',
  connected: 'ok',
  failing: 'bad',
}

/**
 * The live state of the connection to the broker: whether it accepts messages, how many are waiting, and the
 * last one sent.
 */
function MqttConnection() {
  const words = useWords('mqtt')
  const query = useCall('/api/parking/mqtt_state', {}, { every: 3_000 })
  if (query.data === undefined && query.error?.reason === 'unsupported') return null
  return (
    <Section
      title={words.connection}
      hint={words.connection_hint}
      action={
        <>
          <StaleMark of={[query]} />
          {query.data && (
            <StatusTag tone={tones[query.data.state]}>{words.states[query.data.state]}</StatusTag>
          )}
        </>
      }
    >
      <div className={styles.place}>
        <Loaded query={query} rows={3} failed={words.state_failed}>
          {(state) => <ConnectionFacts state={state} />}
        </Loaded>
      </div>
    </Section>
  )
}

function ConnectionFacts({ state }: { state: State }) {
  const [words, errors, device_said] = [useWords('mqtt'), useWords('errors'), useWords('device_said')]
  const { waiting, oldest_ms, sent, sent_ms, dropped, topic, client_id, resumed, said, notes } = state
  if (state.state === 'off')
    return <p className={`below-12 text-14 leading-16 ${styles.says}`}>{words.off_says}</p>
  return (
    <>
      {state.failed && (
        <p className={`below-12 text-14 leading-16 ${styles.says}`} data-tone="failing">
          {failureText(state, words, errors)} {words.failing_says}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className={`below-12 text-14 leading-16 ${styles.says}`}>
          {words.notes[note]}
        </p>
      ))}
      <Facts strong>
        <Fact name={words.waiting} note={oldest_ms !== null && `${words.oldest} ${formatTime(oldest_ms)}`}>
          {words.messages(waiting)}
        </Fact>
        <Fact
          name={words.sent}
          note={sent_ms === null ? words.never : `${words.last_sent} ${formatTime(sent_ms)}`}
        >
          {words.messages(sent)}
        </Fact>
        {dropped > 0 && <Fact name={words.dropped}>{words.messages(dropped)}</Fact>}
        <Fact name={words.topic} code>
          {topic}
        </Fact>
        <Fact name={words.client} code note={resumed && words.resumed}>
          {client_id}
        </Fact>
      </Facts>
      {said !== '' && (
        <p className="above-12 text-13 ink-2 anywhere">
          {words.server_said}：<q className="quoted">{translateDeviceText(said, device_said)}</q>
        </p>
      )}
    </>
  )
}

/** The step at which the connection failed, and for TLS also the reason. */
const failureText = (
  { failed, tls }: { failed: MqttStep | null; tls: TlsError | null },
  { steps }: Pick<Areas['mqtt'], 'steps'>,
  { reasons }: Pick<Areas['errors'], 'reasons'>,
): string =>
  failed === null ? '' : `${steps[failed]}${failed === 'tls' ? `${reasons[`tls_${tls ?? 'other'}`]}。` : ''}`
