/** Reports on the broker connection: its state, log rows, and the alarm reading. */
import { deviceSentence, log_type, type Answer, type MqttNote } from '@parking/contract'
import type { ReportedReadings } from '../alarm/reading.ts'
import type { Deps } from '../core/deps.ts'
import { LogThrottle } from '../core/flow/log-throttle.ts'
import { BrokerError, type BrokerConnection } from '../ports/mqtt-port.ts'
import { countWaitingMessages, mqttTally } from './outbox.store.ts'

type State = Pick<
  Answer<'mqtt_state'>,
  'state' | 'since_ms' | 'failed' | 'tls' | 'said' | 'notes' | 'topic' | 'client_id' | 'resumed'
>
type Needs = Pick<Deps, 'db' | 'log' | 'now'> & { readings: ReportedReadings }

const fine = { failed: null, tls: null, said: '', notes: [] as MqttNote[] }

export class ConnectionReport {
  readonly #deps: Needs
  readonly #throttle = new LogThrottle(60_000)
  #state: State = { state: 'off', since_ms: null, ...fine, topic: '', client_id: '', resumed: false }
  /** The state that was last logged; undefined before the first row. */
  #logged_up: boolean | undefined
  #dropped: number | undefined

  constructor(deps: Needs) {
    this.#deps = deps
  }

  get state(): State {
    return this.#state
  }

  off(): void {
    this.#enter({ state: 'off', ...fine, resumed: false })
    this.#read('well', {})
    this.#logged_up = undefined
  }

  /** A failure remains visible until a connection has worked. */
  connecting(topic: string, client_id: string): void {
    this.#enter({ state: this.#logged_up === false ? 'failing' : 'connecting', topic, client_id })
  }

  up({ resumed, client_id }: Pick<BrokerConnection, 'resumed' | 'client_id'>, notes: MqttNote[]): void {
    this.#enter({ state: 'connected', ...fine, notes, client_id, resumed })
    this.#read('well', {})
    if (this.#logged_up === true) return
    this.#logged_up = true
    this.#deps.log.info(
      { log_type: log_type.service, what: 'mqtt_up' },
      'the MQTT broker takes events and alarms',
    )
  }

  down(error: unknown): void {
    const { db, log, now } = this.#deps
    const { step, tls, message } =
      error instanceof BrokerError ? error : new BrokerError('answer', deviceSentence('request_not_made'))
    const said = message.slice(0, 2000)
    this.#enter({ state: 'failing', failed: step, tls: tls ?? null, said, notes: [], resumed: false })
    this.#read('bad', { step, said: said.slice(0, 300), waiting: countWaitingMessages(db).waiting })
    // Two clients with the same identifier end each other's connection again and again.
    if (this.#logged_up === false || this.#throttle.count('down', now()) === undefined) return
    this.#logged_up = false
    log.warn(
      { log_type: log_type.service, what: 'mqtt_down', step, ...(tls && { tls }), said: said.slice(0, 400) },
      'the MQTT broker takes no events and alarms; they wait on the device',
    )
  }

  /** Logs how many messages have been deleted unsent since the last time. */
  dropped(): void {
    const { db, log, now } = this.#deps
    const { dropped } = mqttTally(db)
    const before = (this.#dropped ??= dropped)
    if (dropped <= before || this.#throttle.count('full', now()) === undefined) return
    this.#dropped = dropped
    log.warn(
      { log_type: log_type.service, what: 'mqtt_full', messages: dropped - before },
      'messages for the MQTT broker were deleted unsent: there were too many',
    )
  }

  resend(messages: number, { from_seq, to_seq }: { from_seq: number; to_seq: number }): void {
    this.#deps.log.info(
      { log_type: log_type.service, what: 'mqtt_resend', messages, from_seq, to_seq },
      'messages are published again on request',
    )
  }

  #read(level: 'bad' | 'well', facts: Record<string, string | number>): void {
    this.#deps.readings.report({ kind: 'mqtt', subject: '', name: '', level, facts })
  }

  #enter(next: Partial<State> & Pick<State, 'state'>): void {
    const since_ms = next.state === this.#state.state ? this.#state.since_ms : this.#deps.now()
    this.#state = { ...this.#state, since_ms, ...next }
  }
}
