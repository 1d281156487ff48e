/**
 * An NTP server on UDP, written from RFC 5905: serves the computer's time plus an offset, and can simulate
 * failures.
 */
import { createSocket, type RemoteInfo } from 'node:dgram'

/**
 * `kiss` answers a kiss-o'-death, `unsynchronized` reports that it has no time source, `junk` sends garbage,
 * `forged` answers with another request's origin timestamp.
 */
export type TimeServerBehaviour = 'answers' | 'silent' | 'kiss' | 'unsynchronized' | 'junk' | 'forged'

export type TimeServer = {
  readonly host: string
  readonly port: number
  /** `host:port` */
  readonly address: string
  behaviour: TimeServerBehaviour
  /** How far the server is ahead of the computer's clock. */
  offset_ms: number
  stratum: number
  /** The code of a kiss-o'-death: DENY, RSTR, RATE, INIT, ... */
  kiss: string
  /** The number of requests received. */
  readonly asked: number
  stop(): Promise<void>
}
export type TimeServerOptions = { host?: string; port?: number; now?: () => number }

/** Seconds from 1900, the epoch of NTP, to 1970. */
const to_1970_s = 2_208_988_800

/** Starts the server; resolves when it listens. */
export async function startTimeServer({
  host = '127.0.0.1',
  port = 0,
  now = Date.now,
}: TimeServerOptions = {}): Promise<TimeServer> {
  const socket = createSocket('udp4')
  let asked = 0
  const server = {
    host,
    port,
    behaviour: 'answers' as TimeServerBehaviour,
    offset_ms: 0,
    stratum: 2,
    kiss: 'RATE',
    get address() {
      return `${host}:${this.port}`
    },
    get asked() {
      return asked
    },
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }

  function answer(question: Buffer, received_ms: number): Buffer {
    if (server.behaviour === 'junk')
      return Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\nthis is not the time of day')
    const packet = Buffer.alloc(48)
    const version = (question[0]! >> 3) & 7
    const lost = server.behaviour === 'unsynchronized'
    const kiss = server.behaviour === 'kiss'
    packet[0] = ((lost || kiss ? 3 : 0) << 6) | (version << 3) | 4
    packet[1] = kiss ? 0 : lost ? 16 : server.stratum
    packet[2] = question[2]! // poll
    packet.writeInt8(-20, 3) // precision: a microsecond
    packet.writeUInt32BE(0x0000_0100, 4) // root delay, root dispersion: 4 ms
    packet.writeUInt32BE(0x0000_0100, 8)
    if (kiss) packet.write(server.kiss.padEnd(4, '\0').slice(0, 4), 12, 'latin1')
    else packet.writeUInt32BE(lost ? 0 : 0x7f00_0001, 12)
    writeTime(packet, 16, received_ms - 10_000) // reference timestamp: when it was last synchronised
    question.copy(packet, 24, 40, 48)
    if (server.behaviour === 'forged') packet[24]! ^= 0xff
    writeTime(packet, 32, received_ms)
    writeTime(packet, 40, now() + server.offset_ms)
    return packet
  }

  socket.on('message', (question: Buffer, from: RemoteInfo) => {
    asked += 1
    const mode = question.length >= 48 ? question[0]! & 7 : 0
    if (mode !== 3 || server.behaviour === 'silent') return
    socket.send(answer(question, now() + server.offset_ms), from.port, from.address)
  })
  socket.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, host, () => {
      socket.off('error', reject)
      resolve()
    })
  })
  server.port = socket.address().port
  return server
}

function writeTime(packet: Buffer, at: number, ms: number): void {
  const seconds = ms / 1000 + to_1970_s
  packet.writeUInt32BE(Math.floor(seconds) % 2 ** 32, at)
  packet.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32), at + 4)
}
