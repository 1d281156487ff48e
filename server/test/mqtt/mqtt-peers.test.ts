/**
 * Brokers with limits and refusals: the test of unsaved settings passes if and only if the saved settings
 * connect and deliver, and both say the same. Long because every broker is a row.
 */
import { mqtt_factory, readSentence, type MqttNote } from '@parking/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MqttSender } from '#src/mqtt/mqtt-sender.ts'
import { mqtt5Broker } from '#src/adapters/mqtt/mqtt5-broker.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, storeEvent } from '../events/event-device.ts'
import { until } from '../until.ts'
import { authority, broker_user, missing, openBroker, openReceiver } from './mosquitto.ts'
import { openOddBroker, type Oddity } from './odd-broker.ts'

const quick = { first_delay_ms: 20, max_delay_ms: 50, poll_ms: 20, random: () => 1 }
let [box, admin]: [Device, string] = [undefined!, '']

beforeAll(async () => {
  box = await openDevice({ ports: { mqtt: mqtt5Broker({ allow_loopback: true, timeout_ms: 2_000 }) } })
  plantLots(box.deps.db, ['A01', 'A02'])
  admin = await box.tokenOf('admin')
  box.deps.mqtt_sender = new MqttSender(box.deps, quick)
  box.deps.mqtt_sender.start()
})
afterAll(async () => {
  await box.deps.mqtt_sender.stop()
  await box.close()
})
afterEach(async () => {
  await box.call('update_mqtt_param', mqtt_factory, admin)
  await until('it is off', async () => (await state()).state === 'off')
})

const state = async () => (await box.call('mqtt_state', {}, admin)).data

type Expected = { failed?: string; said?: string; notes?: MqttNote[] }
type Outcome = { failed: string | undefined; said: string | undefined; notes: MqttNote[] }
type Answered = { failed: string | null; said: string; notes: MqttNote[] }

/** With the key of the sentence instead of its text. */
const outcomeOf = ({ failed, said, notes }: Answered): Outcome => ({
  failed: failed ?? undefined,
  said: readSentence(said)?.key ?? (said || undefined),
  notes,
})
/** What the test, the saved settings, and a test of settings in use must come to. */
const both = ({ failed, said, notes = [] }: Expected) => ({
  tested: { failed, said, notes },
  saved: { failed, said, notes },
  tested_in_use: { failed, said, notes },
})

/** What a test of these settings comes to, and what the saved settings come to with an event to send. */
async function tried(port: number): Promise<Record<'tested' | 'saved' | 'tested_in_use', Outcome>> {
  const settings = {
    ...mqtt_factory,
    enabled: true,
    broker: `localhost:${port}`,
    ...broker_user,
    server_trust: authority.cert,
    topic_prefix: 'parking/v1',
  }
  const tested = (await box.call('test_mqtt', settings, admin)).data
  const { sent } = await state()
  await box.call('update_mqtt_param', settings, admin)
  storeEvent(box.deps.db, box.deps.now())
  const end = await until('an outcome', async () => {
    const now = await state()
    return (now.state === 'connected' ? now.sent > sent : now.state === 'failing') && now
  })
  const tested_in_use = (await box.call('test_mqtt', settings, admin)).data
  return { tested: outcomeOf(tested), saved: outcomeOf(end), tested_in_use: outcomeOf(tested_in_use) }
}

const number = (id: number, value: number, bytes: number) => [
  id,
  ...Array.from({ length: bytes }, (_, at) => (value >> (8 * (bytes - 1 - at))) & 255),
]

const rows: readonly (readonly [string, Oddity, Expected])[] = [
  ['accepts everything', {}, {}],
  ['speaks MQTT 3.1.1 and answers code 1', { versions: [4], other_version: 1 }, { notes: ['mqtt_3'] }],
  [
    'speaks MQTT 3.1.1 and answers reason 0x84',
    { versions: [4], other_version: 0x84 },
    { notes: ['mqtt_3'] },
  ],
  ['speaks MQTT 3.1.1 and closes', { versions: [4], other_version: 'close' }, { notes: ['mqtt_3'] }],
  ['speaks neither', { versions: [], other_version: 1 }, { failed: 'answer', said: 'mqtt_version' }],
  ['closes at once', { versions: [], other_version: 'close' }, { failed: 'answer', said: 'mqtt_closed' }],
  [
    'speaks HTTP',
    { answer: 'HTTP/1.1 400 Bad Request\r\n\r\n' },
    { failed: 'answer', said: 'mqtt_not_mqtt' },
  ],
  [
    'keeps no retained messages, and refuses the will',
    { retained: 154, properties: [0x25, 0] },
    { notes: ['no_retain'] },
  ],
  ['keeps no retained messages, and says so only', { properties: [0x25, 0] }, { notes: ['no_retain'] }],
  ['has a maximum QoS of 1', { properties: [0x24, 1] }, {}],
  ['has a maximum QoS of 0', { properties: [0x24, 0] }, { failed: 'answer', said: 'mqtt_no_qos' }],
  [
    'takes packets of 300 bytes',
    { properties: number(0x27, 300, 4) },
    { failed: 'publish', said: 'mqtt_message_large' },
  ],
  ['takes packets of 2,000 bytes', { properties: number(0x27, 2_000, 4), max_bytes: 2_000 }, {}],
  ['closes at packets over 100 bytes', { max_bytes: 100 }, { failed: 'answer', said: 'mqtt_closed' }],
  ['takes one unconfirmed message', { properties: number(0x21, 1, 2), receive_maximum: 1 }, {}],
  ['takes two unconfirmed messages', { properties: number(0x21, 2, 2), receive_maximum: 2 }, {}],
  ['has no wildcard and no shared subscriptions', { properties: [0x28, 0, 0x2a, 0, 0x29, 0] }, {}],
  ['wants a keep alive of 2 s', { properties: number(0x13, 2, 2) }, {}],
  ['has no session expiry', { properties: number(0x11, 0, 4) }, { notes: ['no_session'] }],
  ['has a topic alias maximum', { properties: number(0x22, 10, 2) }, {}],
  ['refuses the subscription', { suback: 0x87 }, { notes: ['no_requests'] }],
  ['grants the subscription with QoS 0', { suback: 0 }, {}],
  // AWS IoT closes the connection of a client that may not subscribe (aws-iot-device-sdk-js 125, 191).
  ['closes at the subscription', { suback: 'close' }, { notes: ['no_requests'] }],
  [
    'speaks MQTT 3.1.1 and closes at the subscription',
    { versions: [4], other_version: 1, suback: 'close' },
    { notes: ['no_requests', 'mqtt_3'] },
  ],
  [
    'speaks MQTT 3.1.1 and refuses the subscription',
    { versions: [4], other_version: 1, suback: 0x80 },
    { notes: ['no_requests', 'mqtt_3'] },
  ],
  ['never answers the subscription', { suback: 'none' }, { notes: ['no_requests'] }],
  // Without MQTT 5 there is no code for a will that the broker does not keep (aws-iot-device-sdk-js-v2 133).
  ['closes at a retained will', { retained_will: 'close' }, { notes: ['no_retain'] }],
  [
    'speaks MQTT 3.1.1 and closes at a retained will',
    { versions: [4], other_version: 1, retained_will: 'close' },
    { notes: ['no_retain', 'mqtt_3'] },
  ],
  ...(
    [
      [2, 'sign_in', 'mqtt_client_id'],
      [3, 'answer', 'mqtt_busy'],
      [4, 'sign_in', 'mqtt_password'],
      [5, 'sign_in', 'mqtt_rights'],
    ] as const
  ).flatMap(([code, failed, said]): [string, Oddity, Expected][] => [
    [
      `speaks MQTT 3.1.1 and answers ${code}`,
      { versions: [4], other_version: 1, refuse: code },
      { failed, said },
    ],
    [`answers ${code} of MQTT 3.1.1 to MQTT 5`, { versions: [4], other_version: code }, { failed, said }],
  ]),
  ['refuses messages', { puback: 0x87 }, { failed: 'publish', said: 'mqtt_refused' }],
  ['refuses events', { puback: 0x87, only: 'event' }, { failed: 'publish', said: 'mqtt_refused' }],
  [
    'never confirms events',
    { puback: 'none', only: 'event' },
    { failed: 'publish', said: 'mqtt_unconfirmed' },
  ],
  ['closes at an event', { puback: 'close', only: 'event' }, { failed: 'publish', said: 'mqtt_closed_at' }],
  [
    'speaks MQTT 3.1.1 and closes at an event',
    { versions: [4], other_version: 1, puback: 'close', only: 'event' },
    { failed: 'publish', said: 'mqtt_closed_at' },
  ],
  ['lets a will be published to status alone', { will_at: 'status' }, {}],
  [
    'speaks MQTT 3.1.1 and lets a will be published to status alone',
    { versions: [4], other_version: 1, will_at: 'status' },
    { notes: ['mqtt_3'] },
  ],
  ['lets no will be published to status', { will_at: 'test' }, { failed: 'sign_in', said: 'mqtt_rights' }],
  ['has no quota left', { puback: 0x97 }, { failed: 'publish', said: 'mqtt_refused' }],
  ['has no subscriber', { puback: 0x10 }, {}],
  ['never confirms', { puback: 'none' }, { failed: 'publish', said: 'mqtt_unconfirmed' }],
  ['takes short identifiers only', { id_bytes: 8 }, { failed: 'sign_in', said: 'mqtt_client_id' }],
  ['takes one identifier only', { only_id: /^parking-PE-[0-9A-F]+$/ }, {}],
  ['takes one connection only', { max_clients: 1 }, {}],
  ['refuses the password', { refuse: 134 }, { failed: 'sign_in', said: 'mqtt_password' }],
  ['gives no rights', { refuse: 135 }, { failed: 'sign_in', said: 'mqtt_rights' }],
  ['is busy', { refuse: 137 }, { failed: 'answer', said: 'mqtt_busy' }],
  ['has locked the client out', { refuse: 138 }, { failed: 'sign_in', said: 'mqtt_banned' }],
  ['wants another sign-in', { refuse: 140 }, { failed: 'sign_in', said: 'mqtt_auth_method' }],
  ['has a quota', { refuse: 151 }, { failed: 'answer', said: 'mqtt_quota' }],
  ['finds the packet too large', { refuse: 149 }, { failed: 'answer', said: 'mqtt_packet_large' }],
  ['finds the topic invalid', { refuse: 144 }, { failed: 'answer', said: 'mqtt_topic' }],
  [
    'has moved',
    { refuse: 157, properties: [0x1c, 0, 3, 97, 46, 98] },
    { failed: 'answer', said: 'mqtt_said' },
  ],
  ['says why', { refuse: 135, properties: [0x1f, 0, 2, 110, 111] }, { failed: 'sign_in', said: 'mqtt_said' }],
  ['has a reason of its own', { refuse: 131 }, { failed: 'answer', said: 'mqtt_reason' }],
]

describe('a broker that', () => {
  test.each(rows)('%s', async (_, oddity, expected) => {
    const broker = await openOddBroker(oddity)
    try {
      expect(await tried(broker.port)).toEqual(both(expected))
      expect(broker.faults).toEqual([])
      const works = expected.failed === undefined
      const topics = new Set(broker.published.map(({ topic }) => topic.split('/').at(-1)))
      for (const topic of works ? ['status', 'health', 'event', 'A01'] : []) expect(topics).toContain(topic)
      expect(broker.published.every(({ qos }) => qos === 1)).toBe(true)
      if (expected.notes?.includes('no_retain'))
        expect(broker.published.filter(({ retain }) => retain)).toEqual([])
    } finally {
      await broker.close()
    }
  })

  test('assigns another identifier is shown with it', async () => {
    const broker = await openOddBroker({ properties: [0x12, 0, 3, 98, 111, 120] })
    expect(await tried(broker.port)).toEqual(both({}))
    await until('the sender is connected again', async () => (await state()).state === 'connected')
    expect(await state()).toMatchObject({ client_id: 'box' })
    await broker.close()
  })
})

const mosquitto_rows: readonly (readonly [string, string, Expected])[] = [
  ['no retained messages', 'retain_available false', { notes: ['no_retain'] }],
  ['packets of 200 bytes', 'max_packet_size 200', { failed: 'answer', said: 'mqtt_closed' }],
  ['packets of 1,000 bytes', 'max_packet_size 1000', { failed: 'publish', said: 'mqtt_message_large' }],
  ['packets of 2,000 bytes', 'max_packet_size 2000', {}],
  ['messages of 100 bytes', 'message_size_limit 100', { failed: 'answer', said: 'mqtt_packet_large' }],
  ['one message in flight', 'max_inflight_messages 1', {}],
  ['a maximum QoS of 1', 'max_qos 1', {}],
  ['a maximum QoS of 0', 'max_qos 0', { failed: 'answer', said: 'mqtt_no_qos' }],
  ['a keep alive of 10 s', 'max_keepalive 10', {}],
  ['no topic alias', 'max_topic_alias 0', {}],
  ['a prefix of identifiers', 'clientid_prefixes parking-', {}],
  ['one connection', 'max_connections 1', {}],
  ['another prefix of identifiers', 'clientid_prefixes other-', { failed: 'sign_in', said: 'mqtt_rights' }],
]

describe.skipIf(missing)('Mosquitto with', () => {
  test.each<[string, string, Expected]>([
    ['every topic but the test of the past', '+/status +/health +/lot/# +/event +/alarm', {}],
    ['all but event', '+/status +/health +/lot/# +/alarm', { failed: 'publish', said: 'mqtt_refused' }],
    ['all but health', '+/status +/lot/# +/event +/alarm', { failed: 'publish', said: 'mqtt_refused' }],
    ['all but lots', '+/status +/health +/event +/alarm', { failed: 'publish', said: 'mqtt_refused' }],
  ])('the right to publish to %s', async (_, topics, expected) => {
    const broker = await openBroker(
      '',
      topics.split(' ').map((topic) => `v1/${topic}`),
    )
    try {
      expect(await tried(broker.port)).toEqual(both(expected))
    } finally {
      await broker.close()
    }
  })

  test.each(mosquitto_rows)('%s', async (_, lines, expected) => {
    const broker = await openBroker(lines)
    try {
      expect(await tried(broker.port)).toEqual(both(expected))
    } finally {
      await broker.close()
    }
  })

  test('the test leaves nothing behind: no retained message and no session', async () => {
    const broker = await openBroker()
    const settings = { ...mqtt_factory, broker: `localhost:${broker.port}`, ...broker_user }
    const { data } = await box.call('test_mqtt', { ...settings, server_trust: authority.cert }, admin)
    expect(data.failed).toBe(null)
    const receiver = await openReceiver(broker, 'later')
    const { host_sn } = await box.deps.host.identity()
    const again = await box.deps.mqtt.connect({
      host: 'localhost',
      port: broker.port,
      trust: authority.cert,
      ...broker_user,
      client_id: `parking-${host_sn}`,
      session_s: 60,
    })
    expect(again.resumed).toBe(false)
    await again.publish({ topic: `parking/v1/${host_sn}/status`, payload: 'last', retain: false })
    await until('the last message', () => receiver.heard.some(({ payload }) => payload === 'last'))
    expect(receiver.heard.filter(({ retained }) => retained)).toEqual([])
    await again.close({ forget: true })
    await receiver.close()
    await broker.close()
  })
})
