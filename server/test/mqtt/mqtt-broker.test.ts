/**
 * Against Debian's Mosquitto over TLS: nothing is lost or duplicated when the broker dies, the server stops
 * or confirmations are lost; states, last will and session are as documented. Long because each has its test.
 */
import { randomUUID } from 'node:crypto'
import {
  mqtt_alarm,
  mqtt_event,
  mqtt_factory,
  mqtt_health,
  mqtt_lot,
  mqtt_status,
  type Body,
} from '@parking/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertAlarm } from '#src/alarm/alarm.store.ts'
import { MqttSender } from '#src/mqtt/mqtt-sender.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, storeEvent } from '../events/event-device.ts'
import { issue } from '../tls/authority.ts'
import { until } from '../until.ts'
import {
  authority,
  broker_user,
  missing,
  openBroker,
  openReceiver,
  type Broker,
  type Receiver,
} from './mosquitto.ts'

const quick = { first_delay_ms: 20, max_delay_ms: 50, poll_ms: 20, random: () => 1 }
let broker: Broker
let receiver: Receiver
let [box, admin, base]: [Device, string, string] = [undefined!, '', '']

const settings = (over: Partial<Body<'update_mqtt_param'>> = {}) => ({
  enabled: true,
  broker: `localhost:${broker.port}`,
  ...broker_user,
  server_trust: authority.cert,
  topic_prefix: `parking/${prefix}`,
  ...over,
})
let prefix = ''
const set = (over: Partial<Body<'update_mqtt_param'>> = {}) =>
  box.call('update_mqtt_param', settings(over), admin)
const state = async () => (await box.call('mqtt_state', {}, admin)).data
const connected = () => until('the connection', async () => (await state()).state === 'connected')

async function open(device: Device): Promise<void> {
  box = device
  admin = await box.tokenOf('admin')
  box.deps.mqtt_sender = new MqttSender(box.deps, quick)
  box.deps.mqtt_sender.start()
  base = `parking/${prefix}/${(await box.deps.host.identity()).host_sn}`
}
function store(n = 1): void {
  for (let at = 0; at < n; at++) storeEvent(box.deps.db, box.deps.now())
}
const seqs = () =>
  receiver
    .messages()
    .filter(({ box: of }) => base.endsWith(`/${of}`))
    .map(({ seq }) => seq)
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)
/** The newest payload of a topic. */
const last = (topic: string): string | undefined =>
  receiver.heard.findLast((one) => one.topic === `${base}/${topic}`)?.payload
const lastOf = (topic: string) => JSON.parse(last(topic) ?? '{}') as Record<string, unknown>

describe.skipIf(missing)('Mosquitto', () => {
  beforeAll(async () => {
    broker = await openBroker()
  })
  afterAll(() => broker?.close())
  beforeEach(async () => {
    prefix = randomUUID().slice(0, 8)
    receiver = await openReceiver(broker, prefix)
    await open(await openDevice())
    plantLots(box.deps.db, ['A01', 'B/2'])
  })
  afterEach(async () => {
    await box.deps.mqtt_sender.stop()
    await receiver.close()
    await box.close()
    await broker.start()
  })

  test('events, alarms and states arrive as the contract describes them', async () => {
    await set()
    await connected()
    store()
    insertAlarm(box.deps.db, {
      kind: 'disk',
      subject: '',
      name: '',
      severity: 'critical',
      facts: { free: 1 },
      since_ms: 1,
      raised_ms: 2,
      raised_notice: 0,
    })
    await until('both', () => seqs().length === 2)
    expect(mqtt_event.parse(lastOf('event'))).toMatchObject({ seq: 1, change: 'stored' })
    expect(mqtt_alarm.parse(lastOf('alarm'))).toMatchObject({ seq: 2, change: 'raised' })
    expect(mqtt_status.parse(lastOf('status'))).toMatchObject({ online: true, reason: 'connected' })
    await until('the health', () => last('health') !== undefined)
    expect(mqtt_health.parse(lastOf('health'))).toMatchObject({ platform: 'off' })
    await until('the lots', () => last('lot/B%2F2') !== undefined)
    expect(mqtt_lot.parse(lastOf('lot/B%2F2'))).toMatchObject({ lot_no: 'B/2', state: 'unknown' })
    await until('both are confirmed', async () => (await state()).sent === 2)
    expect(await state()).toMatchObject({ topic: base, waiting: 0, dropped: 0, failed: null })
  })

  test('a changed lot is published at once; the retained message of a deleted lot is removed', async () => {
    box.deps.analysis.peer = { name: 'test', version: '1' } as typeof box.deps.analysis.peer
    await set()
    await until('the first state', () => last('lot/A01') !== undefined)
    box.deps.lot_states.replace(
      [{ scene_id: 'scene-1', lot_no: 'A01', occupied: true, plate_number: '粤B1', cover: 1 }],
      box.deps.now(),
    )
    box.deps.bus.emit('lots')
    await until('the change', () => lastOf('lot/A01')['state'] === 'occupied')
    expect(lastOf('lot/A01')).toMatchObject({ plate_number: '粤B1', since: box.deps.now() })
    box.deps.db.run("DELETE FROM lot WHERE lot_no = 'A01'")
    box.deps.bus.emit('config')
    await until('it is forgotten', () => last('lot/A01') === '')
    await set({ send_lots: false })
    await until('all are forgotten', () => last('lot/B%2F2') === '')
  })

  test('events stored during a long absence of the broker follow in order, each once', async () => {
    await set()
    await connected()
    store(3)
    await until('the first', () => seqs().length === 3)
    await broker.end('SIGKILL')
    store(40)
    await until('it is noticed', async () => (await state()).failed === 'connect')
    expect((await state()).waiting).toBe(40)
    expect(box.deps.readings.of('mqtt')).toMatchObject({ level: 'bad', facts: { step: 'connect' } })
    await box.deps.mqtt_sender.stop()
    const receiver_at = receiver.heard.length
    await open(await box.restart('killed'))
    store(2)
    await broker.start()
    // If this ever fails, its message says which ones are missing.
    await expect.poll(seqs, { timeout: 100_000 }).toEqual(upTo(45))
    expect(receiver.heard.length).toBeGreaterThan(receiver_at)
    expect(box.deps.readings.of('mqtt')).toMatchObject({ level: 'well' })
    box.deps.log_writer.flush()
    const { data } = await box.call('log', { type: 1, page: 1, page_size: 100 }, admin)
    const whats = data.list.map(({ what }) => what)
    expect(whats).toContain('mqtt_down')
    expect(whats.filter((what) => what === 'mqtt_down').length).toBeLessThanOrEqual(2)
  })

  test('everything that a broker loses when it dies under load can be requested again', async () => {
    await set()
    await connected()
    for (let round = 0; round < 3; round++) {
      store(150)
      await until('some of it', () => seqs().length > round * 150 + 20)
      await broker.end(round === 1 ? 'SIGTERM' : 'SIGKILL')
      await broker.start()
    }
    await until('all are confirmed', async () => (await state()).waiting === 0)
    // A killed broker may lose confirmed messages: the sequence number shows it, and they are sent again.
    await until('all have arrived', async () => {
      const known = new Set(seqs())
      const missed = upTo(450).filter((seq) => !known.has(seq))
      if (missed.length > 0 && receiver.client.connected)
        await receiver.client.publishAsync(
          `${base}/request`,
          JSON.stringify({ from_seq: missed[0], to_seq: missed.at(-1) }),
          { qos: 1 },
        )
      return missed.length === 0
    })
    expect(seqs().toSorted((a, b) => a - b)).toEqual(upTo(450))
    const by_id = new Map<string, Set<string>>()
    for (const { topic, payload } of receiver.heard.filter((one) => one.topic === `${base}/event`)) {
      const { id } = JSON.parse(payload) as { id: string }
      by_id.set(id, (by_id.get(id) ?? new Set()).add(topic + payload))
    }
    for (const copies of by_id.values()) expect(copies.size).toBe(1)
  })

  test('the last will reports the device as lost; a planned stop reports it as stopped', async () => {
    await set()
    await connected()
    await until('it is online', () => lastOf('status')['online'] === true)
    await box.deps.mqtt_sender.stop()
    await until('it stopped', () => lastOf('status')['reason'] === 'stopped')
    expect(lastOf('status')['online']).toBe(false)
    box.deps.mqtt_sender.start()
    await connected()
    expect(await state()).toMatchObject({ resumed: true })
    // Another client with the same id takes over the session and ends without a disconnect message.
    const { host_sn } = await box.deps.host.identity()
    await box.deps.mqtt_sender.stop()
    const other = await box.deps.mqtt.connect({
      host: 'localhost',
      port: broker.port,
      trust: authority.cert,
      ...broker_user,
      client_id: `parking-${host_sn}`,
      session_s: 60,
      will: {
        message: { topic: `${base}/status`, payload: '{"reason":"lost"}', retain: true },
        delay_s: 0,
      },
    })
    expect(other.resumed).toBe(true)
    const third = await box.deps.mqtt.connect({
      host: 'localhost',
      port: broker.port,
      trust: authority.cert,
      ...broker_user,
      client_id: `parking-${host_sn}`,
      session_s: 0,
    })
    expect(await other.ended).toMatchObject({ name: 'BrokerError' })
    await until('the last will', () => lastOf('status')['reason'] === 'lost')
    await third.close()
    box.deps.mqtt_sender.start()
  })

  test('a request made while the device was offline is answered when it is back', async () => {
    await set()
    await connected()
    store(3)
    await until('three', () => seqs().length === 3)
    await box.deps.mqtt_sender.stop()
    const ask = (text: string) => receiver.client.publishAsync(`${base}/request`, text, { qos: 1 })
    for (const text of ['no JSON', '{"from_seq":0,"to_seq":2}', '{"from_seq":2,"to_seq":3}']) await ask(text)
    receiver.heard.length = 0
    box.deps.mqtt_sender.start()
    await until('both again', () => seqs().length === 2)
    expect(seqs()).toEqual([2, 3])
  })

  test('wrong passwords and certificates are refused with the step, and nothing is sent', async () => {
    const test_it = async (over: Partial<Body<'test_mqtt'>> = {}) =>
      (await box.call('test_mqtt', { ...mqtt_factory, ...settings(), ...over }, admin)).data
    expect(await test_it()).toMatchObject({ failed: null, topic: base })
    await until('the test message', () => lastOf('event')['test'] === true)
    expect(await test_it({ password: 'wrong' })).toMatchObject({
      failed: 'sign_in',
      said: 'The broker does not give the right to this',
    })
    expect(await test_it({ server_trust: '' })).toMatchObject({ failed: 'tls', tls: 'unknown_issuer' })
    const other = issue('Another authority', Date.now(), { ca: true })
    expect(await test_it({ server_trust: other.cert })).toMatchObject({
      failed: 'tls',
      tls: 'unknown_issuer',
    })
    expect(await test_it({ broker: `127.0.0.1:${broker.port}` })).toMatchObject({
      failed: 'tls',
      tls: 'wrong_name',
    })
    expect(await test_it({ broker: 'localhost:1' })).toMatchObject({
      failed: 'connect',
      said: 'ECONNREFUSED',
    })
    expect(await test_it({ topic_prefix: 'elsewhere' })).toMatchObject({
      failed: 'publish',
      said: expect.stringMatching(/ message on elsewhere.*: The broker does not give the right to this$/),
    })
    await set({ password: 'wrong' })
    store()
    await until('it is refused', async () => (await state()).failed === 'sign_in')
    expect(await state()).toMatchObject({ state: 'failing', waiting: 1, sent: 0 })
    await set()
    await until('it is taken', async () => (await state()).waiting === 0)
  })
})
