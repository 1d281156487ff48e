/** RTSP as cameras write it: heads and frames out of the standard, nonces that age, a keep-alive refused. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startRtsp } from '@parking/sim/peers/rtsp/rtsp-server.ts'
import { ffmpegVideo } from '#src/adapters/video/ffmpeg-video.ts'
import { createRtspReader } from '#src/adapters/video/rtsp-reader.ts'
import { ffmpegFolder } from '../../debian.ts'
import { until } from '../../until.ts'

const programs = await ffmpegFolder()
const login = { username: 'admin', password: 'Street#2026' }
const video = ffmpegVideo({ allow_loopback: true, programs, still_ms: 10_000 })
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const frame = (channel: number, ...bytes: number[]) =>
  Buffer.from([0x24, channel, 0, bytes.length + 1, 0x80, ...bytes])
const answer = (...lines: string[]) => Buffer.from([...lines, '', ''].join('\r\n'), 'latin1')
const ok = answer('RTSP/1.0 200 OK', 'CSeq: 1')

/** What the reader makes of the bytes: heads, and frames in hex. It throws the same however they come. */
function read(bytes: Buffer, step: number): string[] {
  const take = createRtspReader()
  const found: string[] = []
  for (let at = 0; at < bytes.length; at += step)
    for (const part of take(bytes.subarray(at, at + step)))
      if (part.kind === 'message') found.push([...part.head, part.body.toString('latin1')].join('|'))
      else found.push(part.bytes.toString('hex'))
  return found
}
const frames = [frame(0, 1, 2), frame(1, 3)] as const
const [first, second] = frames.map((one) => one.toString('hex'))
const head = 'RTSP/1.0 200 OK|CSeq: 1|'

test.each<[string, Buffer[], string[]]>([
  ['nothing between', [ok, ...frames], [head, `${first}${second}`]],
  ['text', [ok, frames[0], Buffer.from('RTP-rubbish'), frames[1]], [head, first!, second!]],
  ['bytes', [ok, frames[0], Buffer.from([0, 0xff, 0x80, 1]), frames[1]], [head, first!, second!]],
  [
    'a dollar sign among bytes',
    [ok, frames[0], Buffer.from([1, 0x24, 0xfe, 0x24, 0, 9, 9, 1]), frames[1]],
    [head, first!, second!],
  ],
  ['bytes before an answer', [ok, frames[0], Buffer.from([7, 7]), ok], [head, first!, head]],
  [
    'the length twice, and lines that go on',
    [
      answer('RTSP/1.0 200 OK', 'A: b,', '\tc', ' ', 'Content-Length : 2', 'content-length: 2'),
      Buffer.from('ok'),
    ],
    ['RTSP/1.0 200 OK|A: b, c|Content-Length: 2|content-length: 2|ok'],
  ],
  ['lower case, and empty lines between', [answer('', '', 'rtsp/1.0  200'), ok], ['rtsp/1.0  200|', head]],
  [
    'a request of the camera',
    [ok, answer('OPTIONS rtsp://192.0.2.1/a RTSP/1.0', 'CSeq: 1')],
    [head, 'OPTIONS rtsp://192.0.2.1/a RTSP/1.0|CSeq: 1|'],
  ],
])('%s: each part is found, in one piece or byte by byte', (_, parts, found) => {
  const bytes = Buffer.concat(parts)
  expect(read(bytes, bytes.length)).toEqual(found)
  expect(read(bytes, 1).join('')).toBe(found.join(''))
})

test.each([
  ['HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['TLS', '\u0015\u0003\u0001\u0000\u0002\u0002'],
  ['two lengths', 'RTSP/1.0 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc'],
])('%s is not RTSP', (_, text) => {
  expect(() => read(Buffer.from(text, 'latin1'), 1_000)).toThrow('This is not RTSP')
})

test.skipIf(programs === undefined)('a nonce that is stale is renewed', async () => {
  const nonces: (string | undefined)[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (request: Buffer) => {
      const text = request.toString('latin1')
      const said = (status: string, ...more: string[]) =>
        socket.write(answer(`RTSP/1.0 ${status}`, `CSeq: ${/CSeq: (\d+)/.exec(text)![1]}`, ...more))
      if (text.startsWith('OPTIONS')) return said('200 OK', 'Public: DESCRIBE')
      const nonce = /nonce="(\d)"/.exec(text)?.[1]
      nonces.push(nonce)
      if (nonce === '2') return said('404 Not Found')
      const stale = nonce === undefined ? '' : ', stale=true'
      return said('401 Unauthorized', `WWW-Authenticate: Digest realm="x", nonce="${nonce ? 2 : 1}"${stale}`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  const url = `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/main`
  await expect(video.still({ url, ...login })).rejects.toMatchObject({ step: 'stream' })
  expect(nonces).toEqual([undefined, '1', '2'])
})

test.skipIf(programs === undefined).each([
  ['refuses GET_PARAMETER', undefined],
  ['closes the connection at GET_PARAMETER', 'close'],
] as const)('a camera that %s is kept by OPTIONS', async (_, treated) => {
  const rtsp = await startRtsp({
    username: 'admin',
    password: () => login.password,
    change: (text, method) =>
      method === 'GET_PARAMETER'
        ? text.replace('200 OK', '400 Bad Request')
        : text.replace('timeout=60', 'timeout = "2"'),
    treat: (method) => (method === 'GET_PARAMETER' ? treated : undefined),
  })
  ends.push(() => rtsp.stop())
  let wanted = true
  const source = { url: `rtsp://127.0.0.1:${rtsp.port}/main`, ...login }
  const play = () =>
    video.play(source, { data: () => undefined, ended: () => void (wanted && (player = play())) })
  let player = play()
  ends.push(() => {
    wanted = false
    return player.stop()
  })
  // One for each session, and those that keep it.
  const asked = treated === 'close' ? 3 : 2
  await until('two requests that keep the session', () => (rtsp.requests['OPTIONS'] ?? 0) > asked)
  expect([rtsp.requests['GET_PARAMETER'], rtsp.playing]).toEqual([1, 1])
})
