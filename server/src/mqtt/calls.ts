/** Shows the state of the MQTT connection, and tests settings before they are saved. */
import { deviceSentence, hostPortOf, type Answer, type Body, type mqtt_calls } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { badField, badFields } from '../core/refusal.ts'
import { placeIssues } from '../params/param-change.ts'
import { reachIssues } from '../params/param-hosts.ts'
import { readParam } from '../params/param.store.ts'
import { BrokerError, type BrokerConnection } from '../ports/mqtt-port.ts'
import { clientId, emptied } from './messages.ts'
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
 * Does what the sender would do with these settings, but publishes to a topic of its own. While the sender
 * uses the same broker, it does so as another client: a broker ends the older of two connections.
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
  const in_use = stored.enabled && stored.broker === param.broker && clientId(stored, host_sn) === client_id
  const topic = `${sender.base}/test`
  const began = performance.now()
  const done = (more: Partial<Answer<'test_mqtt'>> = {}): Answer<'test_mqtt'> => ({
    failed: null,
    tls: null,
    said: '',
    notes: [],
    topic,
    ...more,
    took_ms: Math.round(performance.now() - began),
  })
  try {
    const { connection, notes } = await openSession(deps, param, {
      since: deps.now(),
      client_id: in_use ? `${client_id}-test` : client_id,
      will_topic: 'test',
      take_request: () => undefined,
      signal: AbortSignal.timeout(test_ms),
    })
    await publishTest(connection, topic, await messagesNow(deps, param, sender, connection), {
      box: host_sn,
      time: deps.now(),
    }).finally(() => connection.close({ forget: true }))
    return done({ notes })
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error
    return done({ failed: error.step, tls: error.tls ?? null, said: error.message.slice(0, 2000) })
  }
}

/** Publishes a message as large as the largest of `messages`, and clears it again. */
async function publishTest(
  connection: BrokerConnection,
  topic: string,
  messages: readonly { topic: string; payload: string }[],
  content: { box: string; time: number },
): Promise<void> {
  let bytes = 0
  for (const { topic: of, payload } of messages) {
    const [own, limit] = [Buffer.byteLength(payload), connection.maxPayload(of)]
    if (own > limit)
      throw new BrokerError('publish', deviceSentence('mqtt_message_large', { bytes: own, limit }))
    bytes = Math.max(bytes, own)
  }
  const bare = JSON.stringify({ ...content, filler: '' }).length
  const payload = JSON.stringify({ ...content, filler: '.'.repeat(Math.max(0, bytes - bare)) })
  await connection.publish({ topic, payload, retain: true })
  await connection.publish(emptied(topic))
}
