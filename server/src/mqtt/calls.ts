/** Shows the state of the MQTT connection, and tests settings before they are saved. */
import { deviceSentence, hostPortOf, type Answer, type Body, type mqtt_calls } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { badField, badFields } from '../core/refusal.ts'
import { placeIssues } from '../params/param-change.ts'
import { reachIssues } from '../params/param-hosts.ts'
import { readParam } from '../params/param.store.ts'
import { BrokerError, type BrokerConnection, type BrokerMessage } from '../ports/mqtt-port.ts'
import { clientId, emptied, topicBase } from './messages.ts'
import type { MqttSender } from './mqtt-sender.ts'
import { messagesNow, openSession, senderOf, type MqttNeeds } from './open-session.ts'

type Needs = CallContext & MqttNeeds & { mqtt_sender: MqttSender }

/** Below the 30 s that the console waits. */
const test_ms = 25_000

export const mqtt_handlers = {
  mqtt_state: (_, { mqtt_sender }) => mqtt_sender.state(),
  test_mqtt: (typed, context) => testBroker(typed, context),
} satisfies Handlers<keyof typeof mqtt_calls, Needs>

/**
 * Does what the sender would do with these settings, with marked messages and in the sender's place: a broker
 * may accept one connection of this device, under one client identifier.
 */
async function testBroker(typed: Body<'test_mqtt'>, deps: Needs): Promise<Answer<'test_mqtt'>> {
  if (!hostPortOf(typed.broker)) throw badField('broker', 'required')
  const stored = readParam(deps, 'mqtt_param')
  const issues = [
    ...reachIssues('mqtt_param', typed, deps),
    ...placeIssues('mqtt_param', stored, { ...stored, ...typed }, typed),
  ]
  if (issues.length > 0) throw badFields(issues)
  const param = {
    ...typed,
    password: typed.password === '' ? stored.password : typed.password,
    server_trust: typed.server_trust ?? stored.server_trust,
  }
  const { host_sn } = await deps.host.identity()
  const sender = senderOf(param, host_sn)
  const client_id = clientId(param, host_sn)
  const live = stored.enabled && stored.broker === param.broker && topicBase(stored, host_sn) === sender.base
  /** The session of the sender itself, in which requests may wait. */
  const own_session = live && clientId(stored, host_sn) === client_id
  const began = performance.now()
  const done = (more: Partial<Answer<'test_mqtt'>> = {}): Answer<'test_mqtt'> => ({
    failed: null,
    tls: null,
    said: '',
    notes: [],
    topic: sender.base,
    ...more,
    took_ms: Math.round(performance.now() - began),
  })
  try {
    const notes = await deps.mqtt_sender.stepAside(async (take_request) => {
      const session = await openSession(deps, param, {
        since: deps.now(),
        client_id,
        take_request,
        signal: AbortSignal.timeout(test_ms),
      })
      const { connection } = session
      const queued = [...(param.send_events ? ['event'] : []), ...(param.send_alarms ? ['alarm'] : [])]
      const messages = [
        ...(await messagesNow(deps, param, sender, connection)),
        ...queued.map((kind) => ({ topic: `${sender.base}/${kind}`, payload: '', retain: false })),
      ]
      await publishTest(connection, largestOf(messages, sender.base), {
        mark: { box: host_sn, time: deps.now(), test: true },
        keep: live ? [] : ['lot', 'health'],
      }).finally(() => connection.close({ forget: !own_session }))
      return session.notes
    })
    return done({ notes })
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error
    return done({ failed: error.step, tls: error.tls ?? null, said: error.message.slice(0, 2000) })
  }
}

/** The largest message of each kind, by the first level of its topic below the base. */
function largestOf(messages: readonly BrokerMessage[], base: string): Map<string, BrokerMessage> {
  const largest = new Map<string, BrokerMessage>()
  for (const message of messages) {
    const kind = message.topic.slice(base.length + 1).split('/')[0]!
    const bytes = Buffer.byteLength(largest.get(kind)?.payload ?? '')
    if (!largest.has(kind) || Buffer.byteLength(message.payload) > bytes) largest.set(kind, message)
  }
  return largest
}

/**
 * Publishes a marked message to the topic of each of `messages`, as large as it. Those of the kinds to `keep`
 * are retained and cleared again; where a sender is at work, its own retained messages stay.
 */
async function publishTest(
  connection: BrokerConnection,
  messages: ReadonlyMap<string, BrokerMessage>,
  { mark, keep }: { mark: object; keep: readonly string[] },
): Promise<void> {
  for (const [kind, { topic, payload }] of messages) {
    const [bytes, limit] = [Buffer.byteLength(payload), connection.maxPayload(topic)]
    if (bytes > limit)
      throw new BrokerError('publish', deviceSentence('mqtt_message_large', { bytes, limit }))
    const bare = JSON.stringify({ ...mark, filler: '' }).length
    const filled = JSON.stringify({ ...mark, filler: '.'.repeat(Math.max(0, bytes - bare)) })
    const retain = keep.includes(kind)
    await connection.publish({ topic, payload: filled, retain })
    if (retain) await connection.publish(emptied(topic))
  }
}
