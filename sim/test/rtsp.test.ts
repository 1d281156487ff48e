/**
 * The RTSP server of the simulation, tested by an independent client: sign-in, description, pictures over the
 * connection and over UDP, faults.
 */
import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { payloadsOf, readH264 } from '../src/peers/rtsp/h264.ts'
import { startRtsp, type RtspServer } from '../src/peers/rtsp/rtsp-server.ts'
import { until } from './until.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function meet(transports?: 'both' | 'udp'): Promise<{
  server: RtspServer
  socket: Socket
  ask: (method: string, more?: Record<string, string>, password?: string) => Promise<string>
  bytes: () => Buffer
}> {
  const server = await startRtsp({
    username: 'admin',
    password: () => 'right',
    ...(transports && { transports }),
  })
  const socket = connect(server.port, '127.0.0.1')
  ends.push(
    () => server.stop(),
    () => socket.destroy(),
  )
  let [bytes, cseq, challenge] = [Buffer.alloc(0), 0, '']
  socket.on('data', (chunk: Buffer) => void (bytes = Buffer.concat([bytes, chunk])))
  socket.on('error', () => undefined)
  const uri = `rtsp://127.0.0.1:${server.port}/main`
  return {
    server,
    socket,
    bytes: () => bytes,
    async ask(method, more = {}, password) {
      const nonce = /nonce="(\w+)"/.exec(challenge)?.[1] ?? ''
      const response = md5(
        `${md5(`admin:IP Camera:${password}`)}:${nonce}:${++cseq}:c:auth:${md5(`${method}:${uri}`)}`,
      )
      const signed =
        password === undefined
          ? {}
          : {
              Authorization:
                `Digest username="admin", realm="IP Camera", nonce="${nonce}", ` +
                `uri="${uri}", qop=auth, nc=${cseq}, cnonce="c", response="${response}"`,
            }
      socket.write(
        `${method} ${uri} RTSP/1.0\r\n${Object.entries({ CSeq: String(cseq), ...signed, ...more })
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n`,
      )
      const answer = await until(
        `an answer to ${method}`,
        () =>
          new RegExp(`RTSP/1\\.0 [^\\r]*\\r\\nCSeq: ${cseq}\\r\\n(?:[^]*?\\r\\n)?\\r\\n`).exec(
            bytes.toString('latin1'),
          )?.[0],
      )
      challenge = answer.includes('nonce=') ? answer : challenge
      return answer
    },
  }
}

test('answers OPTIONS to anyone; DESCRIBE requires the digest of the right password', async () => {
  const { ask, bytes } = await meet()
  expect(await ask('OPTIONS')).toContain('DESCRIBE')
  expect(await ask('DESCRIBE')).toContain('401 Unauthorized')
  expect(await ask('DESCRIBE', {}, 'wrong')).toContain('401 Unauthorized')
  expect(await ask('DESCRIBE', {}, 'right')).toContain('200 OK')
  await until('the parameter sets', () =>
    /m=video 0 RTP\/AVP 96[^]*sprop-parameter-sets=[A-Za-z0-9+/=]+,[A-Za-z0-9+/=]+/.test(
      bytes().toString('latin1'),
    ),
  )
})

test('plays over the connection until TEARDOWN, and not without a session', async () => {
  const { ask, bytes, server, socket } = await meet()
  await ask('DESCRIBE')
  expect(await ask('PLAY', {}, 'right')).toContain('454')
  const session = /Session: (\w+)/.exec(
    await ask('SETUP', { Transport: 'RTP/AVP/TCP;unicast;interleaved=2-3' }, 'right'),
  )![1]!
  const from = bytes().length
  expect(await ask('PLAY', { Session: session }, 'right')).toContain('200 OK')
  expect(server.playing).toBe(1)
  await until('packets on channel 2', () =>
    bytes()
      .subarray(from)
      .includes(Buffer.from([0x24, 2])),
  )
  expect(await ask('TEARDOWN', { Session: session }, 'right')).toContain('200 OK')
  expect(server.playing).toBe(0)
  await ask('PLAY', { Session: session }, 'right')
  socket.destroy()
  await until('there is no viewer', () => server.playing === 0)
})

test('a UDP-only camera refuses interleaving, and sends RTP to the requested port', async () => {
  const { ask } = await meet('udp')
  const udp = createSocket('udp4')
  const packets: Buffer[] = []
  udp.on('message', (packet) => void packets.push(packet))
  await new Promise<void>((done) => udp.bind(0, '127.0.0.1', done))
  ends.push(() => new Promise<void>((done) => udp.close(done)))
  const { port } = udp.address() as AddressInfo
  await ask('DESCRIBE')
  expect(await ask('SETUP', { Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' }, 'right')).toContain('461')
  const answer = await ask('SETUP', { Transport: `RTP/AVP;unicast;client_port=${port}-${port + 1}` }, 'right')
  await ask('PLAY', { Session: /Session: (\w+)/.exec(answer)![1]! }, 'right')
  await until('several pictures', () => packets.filter((packet) => (packet[1]! & 0x80) !== 0).length >= 3)
  expect(packets[0]![0]).toBe(0x80)
  expect(packets[0]![12]! & 0x1f).toBe(7) // a parameter set goes before the first key frame
  expect(packets.map((packet) => packet.readUInt16BE(2)).slice(0, 5)).toEqual([0, 1, 2, 3, 4])
})

test('garbage closes the connection', async () => {
  const { socket } = await meet()
  socket.write('GET / HTTP/1.1\r\n\r\n')
  expect(await until('the end', () => socket.destroyed || socket.readableEnded)).toBe(true)
})

test(
  'a NAL unit larger than a packet is split and can be reassembled; a stream without ' +
    'parameter sets is refused',
  () => {
    const nal = Buffer.concat([Buffer.from([0x65]), Buffer.alloc(5_000, 7)])
    const parts = payloadsOf(nal)
    expect(parts.every((part) => part.length <= 1_400 && (part[0]! & 0x1f) === 28)).toBe(true)
    expect([parts[0]![1]! & 0x80, parts.at(-1)![1]! & 0x40]).toEqual([0x80, 0x40])
    expect(
      Buffer.concat([
        Buffer.from([(parts[0]![0]! & 0xe0) | (parts[0]![1]! & 0x1f)]),
        ...parts.map((part) => part.subarray(2)),
      ]).equals(nal),
    ).toBe(true)
    expect(() => readH264(Buffer.from([0, 0, 1, 0x65, 0x88]))).toThrow('no parameter sets')
  },
)
