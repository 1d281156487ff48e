/** The bytes of both framings on a real connection; a test of settings sees what the sender would. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { deviceSentence, syslog_factory, type Body } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SyslogSender } from '#src/system/syslog/syslog-sender.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'

let [box, admin]: [Device, string] = [undefined!, '']
let server: Server | undefined
const sockets = new Set<Socket>()
let bytes = Buffer.alloc(0)

beforeEach(async () => {
  bytes = Buffer.alloc(0)
  box = await openDevice()
  admin = await box.tokenOf('admin')
  box.deps.syslog_sender = new SyslogSender(box.deps, { first_delay_ms: 20, max_delay_ms: 50 })
  box.deps.syslog_sender.start()
})
afterEach(async () => {
  await box.deps.syslog_sender.stop()
  await box.close()
  for (const socket of sockets) socket.destroy()
  server?.close()
})

async function listen(greet: (socket: Socket) => void = () => undefined): Promise<number> {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => undefined).on('data', (chunk) => (bytes = Buffer.concat([bytes, chunk])))
    greet(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
type Settings = Body<'test_syslog'>
const settings = (port: number, framing: Settings['framing']): Settings => ({
  ...syslog_factory,
  enabled: true,
  host: '127.0.0.1',
  port,
  protocol: 'tcp',
  framing,
})
const state = async () => (await box.call('syslog_state', {}, admin)).data
const begins = /^<\d+>1 \S+Z \S+ parking-edge \d+ \S+ \[(audit|event)@32473[^]*\] \ufeff/

/** The messages of a stream with octet counting, by bytes. */
function counted(stream: Buffer): string[] {
  const messages: string[] = []
  for (let rest = stream; rest.length > 0;) {
    const blank = rest.indexOf(' ')
    const end = blank + 1 + Number(rest.subarray(0, blank).toString())
    if (rest.length < end) break
    messages.push(rest.subarray(blank + 1, end).toString())
    rest = rest.subarray(end)
  }
  return messages
}

test.each(['octets', 'newline'] as const)('messages of several lines are framed by %s', async (framing) => {
  const port = await listen()
  await box.call('update_syslog', settings(port, framing), admin)
  await until('the head', () => bytes.length > 0)
  const name = '停车场\n第二行'
  box.deps.log.warn({ log_type: 4, what: 'alarm_raised', kind: 'camera_down', name }, 'one\r\ntwo')
  box.deps.log_writer.flush()
  const last = framing === 'octets' ? 'one\r\ntwo' : 'one  two\n'
  await until('the alarm', () => bytes.toString().includes(last))
  const messages = framing === 'octets' ? counted(bytes) : bytes.toString().replace(/\n$/, '').split('\n')
  expect(messages.length).toBeGreaterThan(2)
  for (const message of messages) expect(message).toMatch(begins)
  const alarm = messages.find((message) => message.includes('camera_down'))
  expect(alarm).toContain(framing === 'octets' ? `name="${name}"` : 'name="停车场 第二行"')
  // The content of a link is JSON, which has no line feeds: it arrives as it was hashed.
  const link = messages.find((message) => message.includes('update_syslog'))!
  expect(JSON.parse(link.slice(link.indexOf('\ufeff') + 1))).toHaveProperty('audit')
})

test('the test message is framed like the others', async () => {
  const port = await listen()
  for (const framing of ['octets', 'newline'] as const) {
    bytes = Buffer.alloc(0)
    expect((await box.call('test_syslog', settings(port, framing), admin)).data.failed).toBe(null)
    const text = bytes.toString()
    expect(framing === 'octets' ? counted(bytes).length : text.split('\n').length - 1).toBe(1)
    expect(text.startsWith('<')).toBe(framing === 'newline')
    // As large as the largest, at which a server may close the connection.
    expect(bytes.length).toBeGreaterThan(6_000)
  }
})

// syslog-ng closes the connection at a frame above its limit (syslog-ng 881).
test.each([
  [2_048, 2_000],
  [1_024, 1_000],
])('for a server that takes %i bytes at most, messages are cut', async (limit, cut) => {
  const taken: string[] = []
  const port = await listen((socket) => {
    let rest = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const length = Number(/^\d+(?= )/.exec(rest.toString('latin1'))?.[0])
        if (length > limit) return void socket.end()
        const end = String(length).length + 1 + length
        if (!(rest.length >= end)) return
        taken.push(rest.subarray(end - length, end).toString())
        rest = rest.subarray(end)
      }
    })
  })
  const said = deviceSentence('syslog_cut', { bytes: cut })
  const tested = (await box.call('test_syslog', settings(port, 'octets'), admin)).data
  expect(tested).toMatchObject({ failed: null, said })
  await box.call('update_syslog', settings(port, 'octets'), admin)
  await until('the link of the change', () => taken.some((one) => one.includes('call="update_syslog"')))
  box.deps.log.warn({ log_type: 4, what: 'alarm_raised', kind: 'camera_down' }, '长'.repeat(3_000))
  box.deps.log_writer.flush()
  await until('the alarm', () => taken.some((message) => message.endsWith('长…')))
  expect(taken.map((message) => Buffer.byteLength(message)).toSorted((a, b) => b - a)[0]).toBeGreaterThan(
    cut - 6,
  )
  await until('it says so', async () => (await state()).said === said)
})

test.each<[string, (socket: Socket) => void]>([
  ['closes at once', (socket) => void socket.end()],
  ['closes at the first message', (socket) => socket.once('data', () => socket.end())],
  ['resets at the first message', (socket) => socket.once('data', () => socket.resetAndDestroy())],
])('a server that %s fails the test, and the saved settings', async (_, greet) => {
  const typed = settings(await listen(greet), 'octets')
  const tested = (await box.call('test_syslog', typed, admin)).data
  expect(tested).toMatchObject({ failed: 'send' })
  expect(tested.said).toMatch(/^The (syslog server closed the connection|connection broke \(\w+\))$/)
  await box.call('update_syslog', typed, admin)
  await until('it fails', async () => (await state()).failed === 'send')
})

test('a server that accepts one connection takes the test of the settings in use', async () => {
  const port = await listen((socket) => void (sockets.size > 1 && socket.destroy()))
  const typed = settings(port, 'octets')
  expect((await box.call('test_syslog', typed, admin)).data.failed).toBe(null)
  await box.call('update_syslog', typed, admin)
  await until('it sends', async () => (await state()).state === 'sending')
  bytes = Buffer.alloc(0)
  expect((await box.call('test_syslog', typed, admin)).data.failed).toBe(null)
  await box.call('set_basic_info', { name: 'after' }, admin)
  await until('the new link', () => counted(bytes).some((one) => one.includes('"name":"after"')))
})

// A proxy ends idle connections: HAProxy after 50 s by default (fluent-plugin-remote_syslog 39).
test('a server that closes idle connections gets each message once, and is not failing', async () => {
  await box.deps.syslog_sender.stop()
  box.deps.syslog_sender = new SyslogSender(box.deps, { first_delay_ms: 20, settled_ms: 100 })
  box.deps.syslog_sender.start()
  let connections = 0
  const port = await listen((socket) => {
    connections++
    socket.setTimeout(900, () => void socket.end())
  })
  expect((await box.call('test_syslog', { ...settings(port, 'octets') }, admin)).data.failed).toBe(null)
  bytes = Buffer.alloc(0)
  await box.call('update_syslog', settings(port, 'octets'), admin)
  const states = new Set<string>()
  await until('three idle ends', async () => {
    const { state: now } = await state()
    if (bytes.length > 0) states.add(now)
    return connections > 4
  })
  await box.call('set_basic_info', { name: 'after' }, admin)
  await until('the new link', () => counted(bytes).some((one) => one.includes('"name":"after"')))
  expect(counted(bytes).filter((one) => one.includes('update_syslog'))).toHaveLength(1)
  expect(states).toEqual(new Set(['sending']))
  box.deps.log_writer.flush()
  const { data } = await box.call('log', { type: 1, page: 1, page_size: 100 }, admin)
  expect(data.list.filter(({ what }) => what === 'syslog_down')).toEqual([])
})
