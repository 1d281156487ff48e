/** The live state of the connection to the broker: whether it takes messages, how many wait, the last one. */
import type { MqttStep } from '@parking/contract/mqtt/mqtt.ts'
import type { TlsError } from '@parking/contract/core/server-trust.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import type { Areas } from '#src/locales/areas.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { formatTime } from '#src/time/time.ts'
import { Section } from '#src/ui/section.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import facts from '#src/forms/facts.module.css'
import styles from './mqtt.module.css'

type State = AnswerAt<'/api/parking/mqtt_state'>

const tones: Record<State['state'], Tone> = {
  off: 'idle',
  connecting: 'info',
  connected: 'ok',
  failing: 'bad',
}

export function MqttConnection() {
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
          {(state) => <Facts state={state} />}
        </Loaded>
      </div>
    </Section>
  )
}

function Facts({ state }: { state: State }) {
  const [words, errors] = [useWords('mqtt'), useWords('errors')]
  const { waiting, oldest_ms, sent, sent_ms, dropped, topic, client_id, resumed, said } = state
  if (state.state === 'off') return <p className={styles.says}>{words.off_says}</p>
  return (
    <>
      {state.failed && (
        <p className={styles.says} data-tone="failing">
          {failureText(state, words, errors)} {words.failing_says}
        </p>
      )}
      <dl className={facts.facts}>
        <div>
          <dt>{words.waiting}</dt>
          <dd>
            {words.messages(waiting)}
            {oldest_ms !== null && (
              <small>
                {words.oldest} {formatTime(oldest_ms)}
              </small>
            )}
          </dd>
        </div>
        <div>
          <dt>{words.sent}</dt>
          <dd>
            {words.messages(sent)}
            <small>{sent_ms === null ? words.never : `${words.last_sent} ${formatTime(sent_ms)}`}</small>
          </dd>
        </div>
        {dropped > 0 && (
          <div>
            <dt>{words.dropped}</dt>
            <dd>{words.messages(dropped)}</dd>
          </div>
        )}
        <div>
          <dt>{words.topic}</dt>
          <dd data-kind="name">{topic}</dd>
        </div>
        <div>
          <dt>{words.client}</dt>
          <dd data-kind="name">
            {client_id}
            {resumed && <small>{words.resumed}</small>}
          </dd>
        </div>
      </dl>
      {said !== '' && (
        <p className={styles.said}>
          {words.server_said}：<q>{said}</q>
        </p>
      )}
    </>
  )
}

/** How far the connection came; of its encryption also why. */
export const failureText = (
  { failed, tls }: { failed: MqttStep | null; tls: TlsError | null },
  { steps }: Pick<Areas['mqtt'], 'steps'>,
  { reasons }: Pick<Areas['errors'], 'reasons'>,
): string =>
  failed === null ? '' : `${steps[failed]}${failed === 'tls' ? `${reasons[`tls_${tls ?? 'other'}`]}。` : ''}`
