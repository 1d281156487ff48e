/**
 * The live state of the connection to the broker: whether it accepts messages, how many are waiting, and the
 * last one sent.
 */
import type { MqttStep } from '@parking/contract/mqtt/mqtt.ts'
import type { TlsError } from '@parking/contract/core/server-trust.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import type { Areas } from '#src/locales/areas.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { formatTime } from '#src/time/time.ts'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
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
          {(state) => <ConnectionFacts state={state} />}
        </Loaded>
      </div>
    </Section>
  )
}

function ConnectionFacts({ state }: { state: State }) {
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
        <p className={styles.said}>
          {words.server_said}：<q>{said}</q>
        </p>
      )}
    </>
  )
}

/** The step at which the connection failed, and for TLS also the reason. */
export const failureText = (
  { failed, tls }: { failed: MqttStep | null; tls: TlsError | null },
  { steps }: Pick<Areas['mqtt'], 'steps'>,
  { reasons }: Pick<Areas['errors'], 'reasons'>,
): string =>
  failed === null ? '' : `${steps[failed]}${failed === 'tls' ? `${reasons[`tls_${tls ?? 'other'}`]}。` : ''}`
