/** Opens a session with the broker: the sender and the test of unsaved settings do the same here. */
import { deviceSentence, hostPortOf, mqtt_port, type MqttNote, type Params } from '@parking/contract'
import type { LotStates } from '../camera/lot-states.ts'
import type { Deps } from '../core/deps.ts'
import {
  BrokerError,
  type BrokerConnection,
  type BrokerMessage,
  type BrokerTarget,
} from '../ports/mqtt-port.ts'
import type { HealthNeeds } from '../system/health/health.ts'
import {
  healthMessage,
  lastWill,
  lotMessages,
  presentStatus,
  queuedMessage,
  topicBase,
  type Sender,
} from './messages.ts'
import { waitingMessages } from './outbox.store.ts'

export type MqttNeeds = Deps & HealthNeeds & { lot_states: LotStates }
type Param = Params['mqtt_param']

/** How long the broker keeps the session, and how long it delays the last will. */
const [session_s, will_delay_s] = [7 * 86_400, 10]
/** Number of messages of the outbox that are published before the next are read. */
export const batch_size = 200
/** An event or alarm with names of the usual lengths. A broker that takes less gets none of them. */
const usual_bytes = 1_024

export const senderOf = (param: Param, host_sn: string): Sender => ({
  base: topicBase(param, host_sn),
  box: host_sn,
})

type Way = {
  since: number
  client_id: string
  take_request: (payload: Buffer) => void
  signal?: AbortSignal
}
export type Session = { connection: BrokerConnection; notes: MqttNote[] }

/** Rejects with a BrokerError. */
export async function openSession(
  deps: MqttNeeds,
  param: Param,
  { since, client_id, take_request, signal }: Way,
): Promise<Session> {
  const { host_sn } = await deps.host.identity()
  const sender = senderOf(param, host_sn)
  const { host = '', port = mqtt_port } = hostPortOf(param.broker) ?? {}
  const target: BrokerTarget = {
    host,
    port,
    trust: param.server_trust,
    username: param.username,
    password: param.password,
    client_id,
    session_s,
    will: {
      message: { ...lastWill(deps, sender, since), topic: `${sender.base}/status` },
      delay_s: will_delay_s,
    },
    ...(signal && { signal }),
  }
  let [connection, takes_requests] = [await deps.mqtt.connect(target), false]
  try {
    takes_requests = await connection.subscribe(`${sender.base}/request`, take_request)
  } catch {
    // Some brokers close the connection of a client that may not subscribe: it works without requests.
    connection = await deps.mqtt.connect(target)
  }
  try {
    const limit = connection.maxPayload(`${sender.base}/event`)
    if ((param.send_events || param.send_alarms) && limit < usual_bytes)
      throw new BrokerError('publish', deviceSentence('mqtt_message_large', { bytes: usual_bytes, limit }))
    return { connection, notes: notesOf(connection, takes_requests) }
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** What the broker lacks, although the device can work with it. */
function notesOf({ retains, keeps_session, mqtt_3 }: BrokerConnection, takes_requests: boolean): MqttNote[] {
  const notes: readonly (readonly [MqttNote, boolean])[] = [
    ['no_retain', !retains],
    ['no_session', !keeps_session],
    ['no_requests', !takes_requests],
    ['mqtt_3', mqtt_3],
  ]
  return notes.filter(([, holds]) => holds).map(([note]) => note)
}

/** Everything that the sender would publish now, to find out how large its messages are. */
export async function messagesNow(
  deps: MqttNeeds,
  param: Param,
  sender: Sender,
  { maxPayload }: BrokerConnection,
): Promise<BrokerMessage[]> {
  return [
    presentStatus(deps, sender, 'connected', deps.now()),
    ...(param.send_lots ? lotMessages(deps, sender) : []),
    ...(param.send_health ? [await healthMessage(deps, sender, maxPayload)] : []),
    ...waitingMessages(deps.db, batch_size).map((row) => queuedMessage(sender, row)),
  ]
}
