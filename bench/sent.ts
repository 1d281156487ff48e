/**
 * `npm run bench:sent`: the bytes that a box sends over MQTT and syslog (on the wire, to Debian's Mosquitto
 * over TLS) and writes to the journal. Writes docs/bench/sent.md. Long because all share one box.
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { event_type, log_type } from '@parking/contract'
import { openDevice } from '@parking/server/test/device.ts'
import { known_place, plantLots, storeEvent } from '@parking/server/test/events/event-device.ts'
import { authority, broker_user, missing, openBroker } from '@parking/server/test/mqtt/mosquitto.ts'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { writePage } from '#scripts/lib/docs/write-page.ts'

if (missing) throw new Error("bench:sent needs Debian's package mosquitto")
const [events, states, rows, healths, health_s] = [200, 100, 50, 4, 10]
/** One day of a box, with the figures that docs/fleet.md assumes. */
const day = { events: 200, health_s: 60, device_rows: 50, user_rows: 50, connections: 1 }

const wire = { up: 0, down: 0, messages: 0 }
let syslog_bytes = 0
let syslog_text = ''
const broker = await openBroker()
const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
/** A proxy between the box and its broker that counts bytes and messages. */
const counter = createServer((box) => {
  const there = connect(broker.port, '127.0.0.1')
  box
    .on('data', (bytes) => {
      wire.up += bytes.length
      // Pings and acknowledgements are shorter.
      if (bytes.length > 100) wire.messages++
    })
    .pipe(there)
  there.on('data', (bytes) => void (wire.down += bytes.length)).pipe(box)
  for (const socket of [box, there]) socket.on('error', () => undefined)
})
const collector = createServer((box) =>
  box
    .on('data', (bytes) => {
      syslog_bytes += bytes.length
      syslog_text += String(bytes)
    })
    .on('error', () => undefined),
)
const [counter_port, syslog_port] = [await listen(counter), await listen(collector)]

const box = await openDevice({ now: Date.now() })
const admin = await box.tokenOf('admin')
plantLots(box.deps.db, ['A01', 'A02', 'A03', 'A04'])
box.deps.analysis.peer = { name: 'bench', version: '1' } as typeof box.deps.analysis.peer
const { host_sn } = await box.deps.host.identity()

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 6_000; tries++) {
    if (await holds()) return
    await wait(10)
  }
  throw new Error(`not within 60 s: ${what}`)
}
/** Resolves when nothing more arrives, so that the acknowledgements are counted too. */
async function settled(): Promise<void> {
  for (let before = -1; before !== wire.up + wire.down + syslog_bytes; await wait(400))
    before = wire.up + wire.down + syslog_bytes
}
type Bytes = { up: number; down: number }
/** Bytes per repetition of `work`, which performs `times` of them. */
async function measure(times: number, work: () => Promise<void>): Promise<Bytes> {
  await settled()
  const before = { ...wire }
  await work()
  await settled()
  return { up: (wire.up - before.up) / times, down: (wire.down - before.down) / times }
}
const state = async () => (await box.call('mqtt_state', {}, admin)).data

box.deps.mqtt_sender.start()
const set = (health_seconds: number) =>
  box.call(
    'update_mqtt_param',
    {
      enabled: true,
      broker: `localhost:${counter_port}`,
      ...broker_user,
      server_trust: authority.cert,
      topic_prefix: 'parking/v1',
      health_seconds,
    },
    admin,
  )
const connection = await measure(1, async () => {
  await set(86_400)
  await until('the connection', async () => (await state()).state === 'connected')
})

let sent = (await state()).sent
/** One event at a time, as when cars arrive one by one. */
const event = await measure(events, async () => {
  for (let n = 0; n < events; n++) {
    storeEvent(box.deps.db, box.deps.now(), {
      event_type: n % 2 ? event_type.exit : event_type.entry,
      place: { ...known_place, parking_no: 'P-0755-01' },
    })
    box.deps.bus.emit('queue')
    sent++
    await until('the confirmation', async () => (await state()).sent === sent)
  }
})
const lot = await measure(states, async () => {
  for (let n = 0; n < states; n++) {
    const occupied = n % 2 === 0
    const plate_number = occupied ? '粤B12345' : ''
    const before = wire.down
    box.deps.lot_states.replace(
      [{ scene_id: 'scene-1', lot_no: 'A01', occupied, plate_number, cover: 1 }],
      box.deps.now(),
    )
    box.deps.bus.emit('lots')
    await until('its confirmation', () => wire.down > before)
  }
})
await set(health_s)
await until('the connection', async () => (await state()).state === 'connected')
/** Includes the pings of an otherwise silent connection. */
const health = await measure(healths, async () => {
  const last = wire.messages + healths
  await until('the messages', () => wire.messages >= last)
})
await box.deps.mqtt_sender.stop()

box.deps.syslog_sender.start()
const collect = {
  enabled: true,
  host: '127.0.0.1',
  port: syslog_port,
  protocol: 'tcp',
  events: true,
} as const
await box.call('update_syslog', collect, admin)
await until('syslog', () => syslog_bytes > 0)
/** Bytes per syslog message that contains this text, over `rows` messages. */
async function measureRow(text: string, work: (n: number) => unknown): Promise<number> {
  await settled()
  syslog_text = ''
  const before = syslog_bytes
  for (let n = 0; n < rows; n++) await work(n)
  box.deps.log_writer.flush()
  box.deps.audit_chain.wake()
  await until('every row', () => syslog_text.split(text).length > rows)
  return (syslog_bytes - before) / rows
}
const user_row = await measureRow('call="set_basic_info"', (n) =>
  box.call('set_basic_info', { name: `Box ${n}` }, admin),
)
const logged = box.logged().length
const device_row = await measureRow('what="camera_state"', (n) => {
  const facts = { camera_sn: `SN-${1_000 + n}`, camera_name: '东门 1', state: 0, step: 'reach', lasted_s: n }
  box.deps.log.warn({ log_type: log_type.alarm, what: 'camera_state', ...facts }, 'a camera does not answer')
})
const journal_lines = box
  .logged()
  .slice(logged)
  .split('\n')
  .filter((line) => line.includes('"what":"camera_state"'))
const journal_row = Buffer.byteLength(`${journal_lines.join('\n')}\n`) / rows
await box.deps.syslog_sender.stop()
await box.close()
await broker.close()

const of = (n: number, digits = 0) => n.toLocaleString('en', { maximumFractionDigits: digits })
const both = ({ up, down }: Bytes) => [of(up), of(down)]
/** Bytes per day of one box. */
const parts = {
  events: (event.up + event.down) * day.events,
  lots: (lot.up + lot.down) * day.events,
  health: ((health.up + health.down) * 86_400) / day.health_s,
  connection: (connection.up + connection.down) * day.connections,
}
const mqtt = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0)
const syslog = user_row * day.user_rows + device_row * day.device_rows
const journal = journal_row * day.device_rows
const perDay = (name: string, bytes: number) => [
  name,
  of(bytes / 1e3),
  of((bytes * 1_000) / 1e6),
  of((bytes * 30) / 1e6, 1),
]
const text = `# What a box sends besides events

\`npm run bench:sent\` prints this page: a real server, Debian's Mosquitto over TLS and a syslog receiver
over TCP, bytes counted on the wire between them (TLS included, headers of TCP and IP not). The box is
${host_sn.length} characters of serial number and ${'parking/v1'.length} of prefix; both are in each topic.

${markdownTable([
  ['bytes of one', 'sent', 'received'],
  ['MQTT: connection (TLS, session, first states)', ...both(connection)],
  ['MQTT: event, with its confirmation', ...both(event)],
  ['MQTT: changed lot', ...both(lot)],
  ['MQTT: health, with the pings between two', ...both(health)],
  ['syslog: row of a user, with its hashes', of(user_row), '0'],
  ['syslog: row of the device (a camera is away)', of(device_row), '0'],
  ['journal: row of the device', of(journal_row), ''],
])}

Computed for a day of ${day.events} events and as many changes of lots, health each ${day.health_s} s,
${day.device_rows} rows of the device, ${day.user_rows} of users, and one connection:

${markdownTable([
  ['a day', 'kB of one box', 'MB of a thousand boxes', 'MB of one box in 30 days'],
  perDay('MQTT: events', parts.events),
  perDay('MQTT: lots', parts.lots),
  perDay('MQTT: health', parts.health),
  perDay('MQTT: connection', parts.connection),
  perDay('MQTT together', mqtt),
  perDay('syslog', syslog),
  perDay('journal, before it is compressed', journal),
])}
`
await writePage('docs/bench/sent.md', text)
console.log(text)
process.exit(0)
