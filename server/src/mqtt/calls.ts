/** Shows the state of the MQTT connection, and tests settings before they are saved. */
import { hostPortOf, mqtt_port, type Answer, type Body, type mqtt_calls } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { Deps } from '../core/deps.ts'
import { badField, badFields } from '../core/refusal.ts'
import { placeIssues } from '../params/param-change.ts'
import { reachIssues } from '../params/param-hosts.ts'
import { readParam } from '../params/param.store.ts'
import { BrokerError } from '../ports/mqtt-port.ts'
import { clientId, topicBase } from './messages.ts'
import type { MqttSender } from './mqtt-sender.ts'

type Needs = CallContext & { mqtt_sender: MqttSender }

export const mqtt_handlers = {
  mqtt_state: (_, { mqtt_sender }) => mqtt_sender.state(),
  test_mqtt: (typed, context) => testBroker(typed, context),
} satisfies Handlers<keyof typeof mqtt_calls, Needs>

/** Uses a separate client identifier, because the broker would otherwise end the device's own connection. */
async function testBroker(typed: Body<'test_mqtt'>, deps: Deps): Promise<Answer<'test_mqtt'>> {
  const place = hostPortOf(typed.broker)
  if (!place) throw badField('broker', 'required')
  const stored = readParam(deps, 'mqtt_param')
  const issues = [
    ...reachIssues('mqtt_param', typed, deps),
    ...placeIssues('mqtt_param', stored, { ...stored, ...typed }, typed),
  ]
  if (issues.length > 0) throw badFields(issues)
  const { host_sn } = await deps.host.identity()
  const topic = `${topicBase(typed, host_sn)}/test`
  const password = typed.password === '' ? stored.password : typed.password
  const began = performance.now()
  const done = (said: string, failed: Answer<'test_mqtt'>['failed'], tls: Answer<'test_mqtt'>['tls']) => ({
    failed,
    tls,
    said: said.slice(0, 2000),
    topic,
    took_ms: Math.round(performance.now() - began),
  })
  try {
    const connection = await deps.mqtt.connect({
      host: place.host,
      port: place.port ?? mqtt_port,
      trust: typed.server_trust ?? stored.server_trust,
      username: typed.username,
      password,
      client_id: `${clientId(typed, host_sn)}-test`,
      session_s: 0,
    })
    const message = { topic, payload: JSON.stringify({ box: host_sn, time: deps.now() }), retain: false }
    await connection.publish(message).finally(() => connection.close())
    return done('', null, null)
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error
    return done(error.message, error.step, error.tls ?? null)
  }
}
