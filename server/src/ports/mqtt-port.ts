/** A connection to an MQTT broker over TLS. */
import type { MqttStep, TlsError } from '@parking/contract'
import { PortError } from './port-error.ts'

export type BrokerMessage = { topic: string; payload: string; retain: boolean }

export type BrokerTarget = {
  host: string
  port: number
  /** What the broker is verified against (docs/decisions/0043). */
  trust: string
  username: string
  password: string
  client_id: string
  /** How long the broker keeps the session after the connection, in seconds; 0: not at all. */
  session_s: number
  /** What the broker publishes if the connection is lost, after `delay_s` seconds. */
  will?: { message: BrokerMessage; delay_s: number }
  /** Cancels an attempt that has not been accepted yet. */
  signal?: AbortSignal
}

export type BrokerConnection = {
  /** Whether the broker had kept the session. */
  readonly resumed: boolean
  /** The identifier of this client; the broker may have assigned another than the one asked for. */
  readonly client_id: string
  /** Number of messages that the broker accepts before it has confirmed the first. */
  readonly receive_maximum: number
  /** Whether the broker keeps retained messages. If not, they are published without that mark. */
  readonly retains: boolean
  /** Whether the broker keeps the session for a while after the connection. */
  readonly keeps_session: boolean
  /** Whether the broker speaks MQTT 3.1.1 only: it never says that it refuses a message. */
  readonly mqtt_3: boolean
  /** The largest payload in bytes that the broker accepts for a topic; infinite without a limit. */
  maxPayload(topic: string): number
  /** Resolves when the broker has confirmed the message (QoS 1); rejects with a BrokerError. */
  publish(message: BrokerMessage): Promise<void>
  /**
   * Calls `take` with each message that others publish to the topic; false if the broker does not allow it.
   * Rejects with a BrokerError if the broker closes the connection instead.
   */
  subscribe(topic: string, take: (payload: Buffer) => void): Promise<boolean>
  /** Resolves with the reason when the connection has ended. */
  readonly ended: Promise<BrokerError>
  /** Closes the connection cleanly, without the last will; `forget` also ends the session. */
  close(how?: { forget: boolean }): Promise<void>
}

export class BrokerError extends PortError<undefined, MqttStep> {
  override readonly name = 'BrokerError'
  readonly tls: TlsError | undefined
  constructor(step: MqttStep, said: string, tls?: TlsError) {
    super(said, { reason: undefined, step })
    this.tls = tls
  }
}

export type MqttPort = {
  /** Rejects with a BrokerError. */
  connect(place: BrokerTarget): Promise<BrokerConnection>
}
