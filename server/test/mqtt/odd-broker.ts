/**
 * A small MQTT broker over TLS, written from the standards, with the limits and refusals of brokers in the
 * field. It stores nothing and sends no messages. Long because one connection does it all.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { issue } from '../tls/authority.ts'
import { authority } from './mosquitto.ts'

export type Oddity = {
  /** Versions of the protocol that it accepts: 4 is MQTT 3.1.1. */
  versions?: readonly (4 | 5)[]
  /** What it does with another version: answers with this code, or closes. */
  other_version?: number | 'close'
  /** The code of every CONNACK. */
  refuse?: number
  /** Properties of CONNACK as bytes, such as 0x25 0x00 (no retained messages). */
  properties?: readonly number[]
  /** Closes without an answer if a packet is larger. */
  max_bytes?: number
  /** The reason code for a client identifier of more bytes. */
  id_bytes?: number
  /** The client identifiers that it accepts. */
  only_id?: RegExp
  /** The number of connections that it accepts at the same time. */
  max_clients?: number
  /** Disconnects with this reason at a retained message or will that it has not announced to refuse. */
  retained?: number
  /** Closes without an answer at a retained will, as brokers of MQTT 3.1.1 may. */
  retained_will?: 'close'
  /** The last level of the only topic that a will may have; another one is not authorized (AWS, HiveMQ). */
  will_at?: string
  /** The reason code of SUBACK; none: it never answers; close: it closes the connection instead. */
  suback?: number | 'none' | 'close'
  /** The reason code of PUBACK; none: it never confirms; close: it closes the connection instead. */
  puback?: number | 'none' | 'close'
  /** The last level of the topics to which `puback` applies; all without it. */
  only?: string
  /** Disconnects with reason 147 if more messages wait for their confirmation. */
  receive_maximum?: number
  /** Answers these bytes to whatever comes. */
  answer?: string
}

export type OddBroker = {
  port: number
  /** Every PUBLISH, in order. */
  published: { topic: string; payload: string; retain: boolean; qos: number }[]
  /** What broke a rule of the protocol or an announced limit. */
  faults: string[]
  /** Number of open connections. */
  clients(): number
  close(): Promise<void>
}

export async function openOddBroker(oddity: Oddity): Promise<OddBroker> {
  const own = issue('localhost', Date.now(), { names: ['localhost'] }, authority)
  const sockets = new Set<TLSSocket>()
  const broker: OddBroker = {
    port: 0,
    published: [],
    faults: [],
    clients: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
  const server = createServer({ cert: own.cert, key: own.key_pem }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    serve(socket, oddity, broker)
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  broker.port = (server.address() as AddressInfo).port
  return broker
}

function serve(socket: TLSSocket, oddity: Oddity, broker: OddBroker): void {
  let [version, waiting, held]: [number, number, Buffer] = [5, 0, Buffer.alloc(0)]
  const send = (type: number, body: readonly number[]) =>
    void socket.write(Buffer.from([type, body.length, ...body]))
  const disconnect = (reason: number) => {
    if (version === 5) send(0xe0, [reason, 0])
    socket.end()
  }
  socket.on('data', (data) => {
    if (oddity.answer !== undefined) return void socket.end(oddity.answer)
    held = Buffer.concat([held, data])
    for (let packet = packetIn(held); packet; packet = packetIn(held)) {
      held = held.subarray(packet.bytes)
      if (oddity.max_bytes !== undefined && packet.bytes > oddity.max_bytes) return void socket.destroy()
      if (packet.type === 1) connected(packet.body)
      else if (packet.type === 3) published(packet.flags, packet.body)
      else if (packet.type === 8 || packet.type === 10) acknowledged(packet.type, packet.body)
      else if (packet.type === 12) send(0xd0, [])
      else if (packet.type === 14) socket.end()
      else broker.faults.push(`packet of type ${packet.type}`)
    }
  })
  function connected(body: Buffer): void {
    version = body[6] ?? 0
    const read = new Reader(body, 10)
    if (version === 5) read.pass(read.varint())
    const id = read.text()
    const has_will = ((body[7] ?? 0) & 4) !== 0
    if (has_will && version === 5) read.pass(read.varint())
    const will_topic = has_will ? read.text() : ''
    const [flags, retained_will] = [body[7] ?? 0, ((body[7] ?? 0) & 0x24) === 0x24]
    const { versions = [4, 5], other_version = 'close', refuse, properties = [] } = oddity
    const connack = (code: number) =>
      version === 5 ? send(0x20, [0, code, properties.length, ...properties]) : send(0x20, [0, code])
    const end = (code: number) => {
      connack(code)
      socket.end()
    }
    if (!versions.includes(version as 4 | 5)) {
      // A broker that knows no MQTT 5 answers in the older form.
      if (other_version === 'close') return void socket.destroy()
      send(0x20, other_version < 128 ? [0, other_version] : [0, other_version, 0])
      return void socket.end()
    }
    if (refuse !== undefined) return end(refuse)
    const will_at = oddity.will_at ?? will_topic.split('/').at(-1)
    if (has_will && will_topic.split('/').at(-1) !== will_at) return end(version === 5 ? 135 : 5)
    if (oddity.id_bytes !== undefined && Buffer.byteLength(id) > oddity.id_bytes)
      return end(version === 5 ? 133 : 2)
    if (oddity.only_id?.test(id) === false) return end(version === 5 ? 133 : 2)
    if (broker.clients() > (oddity.max_clients ?? Infinity)) return end(version === 5 ? 151 : 3)
    if (retained_will && oddity.retained_will === 'close') return void socket.destroy()
    if (retained_will && oddity.retained !== undefined) return end(oddity.retained)
    if (properties[0] === 0x24 && properties[1] === 0 && (flags & 0x18) !== 0) return end(155)
    connack(0)
  }
  function published(flags: number, body: Buffer): void {
    const read = new Reader(body, 0)
    const [topic, qos, retain] = [read.text(), (flags >> 1) & 3, (flags & 1) === 1]
    const id = qos > 0 ? [...read.bytes(2)] : []
    if (version === 5) read.pass(read.varint())
    broker.published.push({ topic, payload: read.rest().toString('utf8'), retain, qos })
    if (retain && oddity.retained !== undefined) {
      broker.faults.push('a retained message')
      return disconnect(oddity.retained)
    }
    waiting += 1
    if (oddity.receive_maximum !== undefined && waiting > oddity.receive_maximum) {
      broker.faults.push(`${waiting} unconfirmed messages`)
      return disconnect(147)
    }
    const { puback: wanted = 0, only } = oddity
    const puback = only === undefined || topic.endsWith(`/${only}`) ? wanted : 0
    if (puback === 'none') return
    if (puback === 'close') return void socket.end()
    // Later than the messages that were sent with it, so that they wait together.
    setImmediate(() => {
      waiting -= 1
      send(0x40, version === 5 && puback > 0 ? [...id, puback, 0] : id)
    })
  }
  function acknowledged(type: number, body: Buffer): void {
    const id = [...body.subarray(0, 2)]
    const { suback = 1 } = oddity
    if (type === 10) return send(0xb0, version === 5 ? [...id, 0, 0] : id)
    if (suback === 'close') return void socket.end()
    if (suback === 'none') return
    const code = version === 5 ? suback : Math.min(suback, 0x80)
    send(0x90, version === 5 ? [...id, 0, code] : [...id, code])
  }
}

type Packet = { type: number; flags: number; body: Buffer; bytes: number }

/** The first packet, once all of it is there. */
function packetIn(held: Buffer): Packet | undefined {
  let [length, at] = [0, 1]
  for (let shift = 0; ; shift += 7, at++) {
    const byte = held[at]
    if (byte === undefined) return undefined
    length |= (byte & 0x7f) << shift
    if (byte < 0x80) break
  }
  const bytes = at + 1 + length
  if (held.length < bytes) return undefined
  return { type: held[0]! >> 4, flags: held[0]! & 15, body: held.subarray(at + 1, bytes), bytes }
}

class Reader {
  readonly #body: Buffer
  #at: number
  constructor(body: Buffer, at: number) {
    this.#body = body
    this.#at = at
  }
  bytes(n: number): Buffer {
    this.#at += n
    return this.#body.subarray(this.#at - n, this.#at)
  }
  text(): string {
    return this.bytes(this.bytes(2).readUInt16BE()).toString('utf8')
  }
  varint(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes(1)[0] ?? 0
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  pass(n: number): void {
    this.#at += n
  }
  rest(): Buffer {
    return this.#body.subarray(this.#at)
  }
}
