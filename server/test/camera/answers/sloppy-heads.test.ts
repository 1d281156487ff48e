/**
 * HTTP heads as embedded servers write them: what curl and browsers show is a picture, and what they refuse
 * is reported as what it is. Long because each head is a row.
 */
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { fetchPicture } from '#src/adapters/camera/http-picture.ts'
import { createAnswerReader } from '#src/adapters/camera/answer-reader.ts'
import { CameraError } from '#src/ports/camera-port.ts'
import { plainJpeg } from '../../plain-jpeg.ts'
import { startRaw, type RawCamera } from './raw-camera.ts'

let jpeg: Buffer
let camera: RawCamera | undefined
beforeAll(async () => void (jpeg = await plainJpeg(64, 36)))
afterEach(() => camera?.stop())

const login = { username: 'admin', password: 'Street#2026' }
const reach = { allow_loopback: true }
const take = async (timeout_ms = 5_000) =>
  fetchPicture({ frame_url: camera!.url, ...login }, { reach, timeout_ms }).then(
    ({ jpeg: taken }) => (jpeg.equals(taken) ? 'the picture' : 'another picture'),
    (error: unknown) => (error instanceof CameraError ? `${error.step}: ${error.message}` : String(error)),
  )
const length = () => `Content-Length: ${jpeg.length}`

/** Written before the picture; the connection is closed after it, or stays open. */
const heads: readonly [name: string, head: () => string][] = [
  [
    'a space before the colon',
    () => `HTTP/1.1 200 OK\r\nContent-Type : image/jpeg\r\nContent-Length : ${jpeg.length}\r\n\r\n`,
  ],
  ['a tab before the colon', () => `HTTP/1.1 200 OK\r\nContent-Type\t:\timage/jpeg\r\n${length()}\r\n\r\n`],
  ['lines that end with LF', () => `HTTP/1.1 200 OK\nContent-Type: image/jpeg\n${length()}\n\n`],
  ['mixed line ends', () => `HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\n${length()}\r\n\n`],
  ['lines that end with CR CR LF', () => `HTTP/1.1 200 OK\r\r\n${length()}\r\r\n\r\r\n`],
  ['a status without a reason', () => `HTTP/1.1 200\r\n${length()}\r\n\r\n`],
  ['a status line alone', () => 'HTTP/1.1 200 OK\r\n\r\n'],
  ['a status line alone, with LF', () => 'HTTP/1.0 200\n\n'],
  ['no length', () => 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\r\n'],
  ['a length', () => `HTTP/1.1 200 OK\r\n${length()}\r\n\r\n`],
  ['the same length twice', () => `HTTP/1.1 200 OK\r\n${length()}\r\n${length()}\r\n\r\n`],
  ['two lengths', () => `HTTP/1.1 200 OK\r\n${length()}\r\nContent-Length: 7\r\n\r\n`],
  ['a length in words', () => 'HTTP/1.1 200 OK\r\nContent-Length: unknown\r\n\r\n'],
  ['a length with a unit', () => `HTTP/1.1 200 OK\r\n${length()} bytes\r\n\r\n`],
  ['a negative length', () => 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
  ['no length after the colon', () => 'HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n'],
  ['a length that is too long', () => `HTTP/1.1 200 OK\r\nContent-Length: ${jpeg.length + 512}\r\n\r\n`],
  ['a length that is too short', () => 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n'],
  ['chunks that are none', () => 'HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n'],
  ['a folded line', () => `HTTP/1.1 200 OK\r\nContent-Type: image/jpeg;\r\n\tname=x\r\n${length()}\r\n\r\n`],
  ['a line that begins with a space', () => `HTTP/1.1 200 OK\r\n Server: x\r\n${length()}\r\n\r\n`],
  ['a line without a colon', () => `HTTP/1.1 200 OK\r\nIP Camera\r\n${length()}\r\n\r\n`],
  ['a line without a name', () => `HTTP/1.1 200 OK\r\n: x\r\n${length()}\r\n\r\n`],
  ['control characters in a value', () => `HTTP/1.1 200 OK\r\nServer: a\u0001\u0000b\r\n${length()}\r\n\r\n`],
  [
    'a name with a space and one outside ASCII',
    () => `HTTP/1.1 200 OK\r\nSet Cookie: x\r\nS\u00e9: x\r\n${length()}\r\n\r\n`,
  ],
  ['an answer from another place', () => `HTTP/1.1 203 Non-Authoritative\r\n${length()}\r\n\r\n`],
  ['the whole as a part', () => `HTTP/1.1 206 Partial Content\r\n${length()}\r\n\r\n`],
  ['lower case', () => `http/1.1 200 ok\r\ncontent-length: ${jpeg.length}\r\n\r\n`],
  ['two spaces in the status line', () => `HTTP/1.1  200  OK\r\n${length()}\r\n\r\n`],
  ['other versions', () => `HTTP/1 200 OK\r\n${length()}\r\n\r\n`],
  ['the status line of Shoutcast', () => `ICY 200 OK\r\n${length()}\r\n\r\n`],
  ['an empty line before the head', () => `\r\nHTTP/1.1 200 OK\r\n${length()}\r\n\r\n`],
  ['an interim answer', () => `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n${length()}\r\n\r\n`],
  ['40 kB of head', () => `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(40_000)}\r\n${length()}\r\n\r\n`],
]

test.each(heads)('%s: the picture is read', async (_, head) => {
  for (const stays_open of [false, true]) {
    camera = await startRaw((socket) => {
      socket.write(Buffer.from(head(), 'latin1'))
      socket.write(jpeg)
      if (!stays_open) socket.end()
    })
    expect(await take(2_500)).toBe('the picture')
    await camera.stop()
  }
})

const chunk = (bytes: Buffer, size = bytes.length.toString(16), line = '\r\n') =>
  Buffer.concat([Buffer.from(`${size}${line}`), bytes, Buffer.from(line)])
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n'
const bodies: readonly [string, () => Buffer][] = [
  [
    'chunks',
    () => Buffer.concat([chunk(jpeg.subarray(0, 99)), chunk(jpeg.subarray(99)), Buffer.from('0\r\n\r\n')]),
  ],
  ['chunks that end with LF', () => Buffer.concat([chunk(jpeg, undefined, '\n'), Buffer.from('0\n\n')])],
  [
    'a size with spaces and an extension',
    () => Buffer.concat([chunk(jpeg, `  ${jpeg.length.toString(16)} ; a=b `), Buffer.from('0\r\n\r\n')]),
  ],
  ['chunks without an end', () => chunk(jpeg)],
  ['a body that is not in chunks', () => jpeg],
]
test.each(bodies)('%s: the picture is read, with a length beside it or not', async (_, body) => {
  for (const more of ['', `${length()}\r\n`]) {
    for (const stays_open of [false, true]) {
      camera = await startRaw((socket) => {
        socket.write(Buffer.concat([Buffer.from(`${chunked}${more}\r\n`), body()]))
        if (!stays_open) socket.end()
      })
      expect(await take(2_500)).toBe('the picture')
      await camera.stop()
    }
  }
})

test('thousands of chunks of a byte are read once each', () => {
  const wanted = Buffer.from('a'.repeat(4_000))
  const reader = createAnswerReader({ max_bytes: 100_000, whole: () => undefined })
  reader.take(Buffer.from(`${chunked}\r\n`))
  const lines = vi.spyOn(Buffer.prototype, 'toString')
  onTestFinished(() => lines.mockRestore())
  for (const byte of wanted) reader.take(chunk(Buffer.from([byte])))
  expect(lines.mock.calls.length).toBeLessThan(2.5 * wanted.length)
  expect(reader.take(Buffer.from('0\r\nTrailer: x\r\n\r\n'))).toBe('done')
  expect(reader.end()?.body.equals(wanted)).toBe(true)
})

test.each([
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', 'picture: What answers there does not speak HTTP'],
  ['a picture without a head', '\u00ff\u00d8\u00ff\u00e0', 'picture: What answers there does not speak HTTP'],
  ['RTSP', 'RTSP/1.0 400 Bad Request\r\n\r\n', 'picture: What answers there does not speak HTTP'],
  [
    'a head that never ends',
    `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(20_000)}`,
    'picture: The answer is too large',
  ],
  ['nothing', '', 'port: The connection broke (no answer)'],
  [
    'a page',
    'HTTP/1.1 200 OK\r\n\r\n<html>login</html>',
    'picture: The camera did not send a complete JPEG picture',
  ],
  ['404', 'HTTP/1.1 404\r\n\r\n', 'picture: The camera answered HTTP 404 instead of a picture'],
  [
    'a redirect',
    'HTTP/1.1 302 x\r\nLocation: http://127.0.0.9/\r\n\r\n',
    'picture: The camera answered HTTP 302 instead of a picture',
  ],
  [
    'a camera that is busy',
    'HTTP/1.1 503 Busy\r\n\r\n',
    'picture: The camera serves as many others as it can (HTTP 503)',
  ],
])('%s is reported as what it is', async (_, sent, outcome) => {
  camera = await startRaw((socket) => socket.end(Buffer.from(sent, 'latin1')))
  expect(await take()).toBe(outcome)
})

test('a sloppy challenge is answered, and a nonce that is stale is renewed once', async () => {
  camera = await startRaw((socket, request) => {
    const nonce = camera!.requests.length
    const signed = /^Authorization: Digest .*nonce="(\d+)"/im.exec(request)?.[1]
    if (signed === '2') return void socket.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\n\n'), jpeg]))
    const stale = signed === undefined ? '' : ', stale=TRUE'
    socket.end(
      'HTTP/1.1 401 Unauthorized\nWWW-Authenticate : ' +
        `Digest realm="x", nonce="${nonce}"${stale},\n Basic realm="y"\n\n`,
    )
  })
  expect(await take()).toBe('the picture')
  expect(camera.requests).toHaveLength(3)
})

test('a challenge is answered although its page never ends', async () => {
  camera = await startRaw((socket, request) => {
    if (/^Authorization:/im.test(request))
      return void socket.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\n\n'), jpeg]))
    socket.write('HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm=x, nonce=1\r\n\r\n<html>')
  })
  expect(await take(2_500)).toBe('the picture')
})

test('a head arrives byte by byte', () => {
  const reader = createAnswerReader({ max_bytes: 100, whole: (body) => (body.length > 1 ? body : undefined) })
  const text = 'HTTP/1.1 200 OK\r\nA : b\r\nContent-Length: 2\r\n\r\nok'
  const states = [...text].map((letter) => reader.take(Buffer.from(letter)))
  expect(states.slice(0, -1).every((state) => state === 'more')).toBe(true)
  expect([states.at(-1), reader.end()]).toEqual([
    'done',
    { status: 200, headers: { a: 'b', 'content-length': '2' }, body: Buffer.from('ok') },
  ])
})

test('a message in parts ends where its length says', () => {
  const reader = createAnswerReader({ max_bytes: 100, whole: () => undefined })
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: multipart/related\r\nContent-Length: 2\r\n\r\n'
  expect(['o', 'k'].map((part, at) => reader.take(Buffer.from(at === 0 ? head + part : part)))).toEqual([
    'more',
    'enough',
  ])
})
