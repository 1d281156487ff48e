/**
 * Encrypted streams through the real ffmpeg: a camera that cannot prove its identity gets not a single byte,
 * and the stream of an accepted one is shown. Skipped with a message if ffmpeg is missing.
 */
import { X509Certificate } from 'node:crypto'
import { connect } from 'node:net'
import type { TLSSocketOptions } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { startRtsp } from '@parking/sim/peers/rtsp/rtsp-server.ts'
import { rtsp_packages, startDebianRtsp } from '@parking/sim/peers/rtsp/debian-rtsp.ts'
import { ffmpegVideo } from '#src/adapters/video/ffmpeg-video.ts'
import { createRtspReader } from '#src/adapters/video/rtsp-reader.ts'
import { sharedStreams } from '#src/adapters/video/shared-streams.ts'
import { openRelay } from '#src/adapters/video/rtsp-relay.ts'
import { keyFingerprint } from '#src/core/outbound/trust.ts'
import { ffmpegFolder, unpackDebian } from '../debian.ts'
import { certificatesAt, inFrontOf, startFake } from '../tls/fake-server.ts'
import { until } from '../until.ts'

const programs = await ffmpegFolder()
const password = "Str'eet#20 26%"
const login = { username: 'admin', password }
const certificates = certificatesAt(Date.now())
const { authority, good, self_signed } = certificates
const keyOf = ({ cert }: { cert: string }) => keyFingerprint(new X509Certificate(cert))
const video = ffmpegVideo({ allow_loopback: true, programs, still_ms: 20_000 })

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function camera(
  issued: (typeof certificates)[keyof typeof certificates],
  behind?: number,
  tls?: TLSSocketOptions,
) {
  let port = behind
  if (port === undefined) {
    const rtsp = await startRtsp({ username: 'admin', password: () => password })
    ends.push(() => rtsp.stop())
    port = rtsp.port
  }
  const fake = await startFake(issued, inFrontOf(port), [], tls)
  ends.push(() => fake.stop())
  return { ...fake, url: `rtsps://localhost:${fake.port}/main` }
}

test.skipIf(programs === undefined).each([
  ['self_signed', '', 'tls_self_signed'],
  ['good', '', 'tls_unknown_issuer'],
  ['wrong_name', authority.cert, 'tls_wrong_name'],
  ['expired', authority.cert, 'tls_expired'],
  ['self_signed', authority.cert, 'tls_self_signed'],
  ['good', keyOf(self_signed), 'tls_other_key'],
] as const)('a camera whose certificate is %s gets no password and no byte', async (kind, trust, reason) => {
  const { url, heard, port } = await camera(certificates[kind])
  await expect(video.still({ url, ...login, server_trust: trust })).rejects.toMatchObject({
    step: 'port',
    reason,
  })
  await expect(
    video.record(
      { url, ...login, server_trust: trust },
      { file: '/nowhere', duration_s: 1, width: 1, height: 1, fps: 1, max_bytes: 1 },
    ),
  ).rejects.toMatchObject({ reason: 'camera' })
  const ended = await new Promise((resolve) =>
    video.play({ url, ...login, server_trust: trust }, { data: () => undefined, ended: resolve }),
  )
  expect([ended, heard(), port > 0]).toEqual(['port', '', true])
})

test.skipIf(programs === undefined).each(['TLSv1.2', 'TLSv1.3'] as const)(
  'a camera that demands a certificate of the device says so, with %s',
  async (maxVersion) => {
    const demands = { requestCert: true, rejectUnauthorized: true, ca: [authority.cert], maxVersion }
    const { url, heard } = await camera(good, undefined, demands)
    await expect(video.still({ url, ...login, server_trust: authority.cert })).rejects.toMatchObject({
      step: 'port',
      reason: 'tls_client_certificate',
    })
    expect(heard()).toBe('')
  },
)

test.skipIf(programs === undefined).each([
  ['its authority', 'good', authority.cert],
  ['its key', 'good', keyOf(good)],
  ['its key, though it has expired', 'expired', keyOf(certificates.expired)],
  ['its own certificate', 'self_signed', self_signed.cert],
] as const)('a camera accepted by %s is shown, and signs in by its own address', async (_, kind, trust) => {
  const { url, heard } = await camera(certificates[kind])
  expect(await video.still({ url, ...login, server_trust: trust })).toMatchObject({ width: 640, height: 360 })
  expect(heard()).toMatch(/Authorization: Digest .*uri="rtsps:\/\/localhost:/)
  expect(heard()).toContain('TEARDOWN rtsps://localhost:')
  expect(heard()).not.toContain('127.0.0.1')
  await expect(video.still({ url, ...login, password: 'wrong', server_trust: trust })).rejects.toMatchObject({
    step: 'signin',
  })
})

const unpacked = programs === undefined ? undefined : await unpackDebian('rtsp', rtsp_packages)
test.skipIf(!unpacked)("GStreamer's server accepts the sign-in of the relay", async () => {
  const rtsp = await startDebianRtsp(unpacked!, { ...login, paths: { '/main': 'H264' } })
  ends.push(() => rtsp.stop())
  const { url } = await camera(good, rtsp.port)
  expect(await video.still({ url, ...login, server_trust: keyOf(good) })).toMatchObject({ width: 320 })
})
test.skipIf(!unpacked)(
  'several slices of a picture with parameter sets before each are one picture',
  async () => {
    const rtsp = await startDebianRtsp(unpacked!, { ...login, paths: { '/main': 'H264-slices' } })
    ends.push(() => rtsp.stop())
    const still = await video.still({ url: `rtsp://127.0.0.1:${rtsp.port}/main`, ...login })
    expect(still).toMatchObject({ width: 320, height: 180 })
  },
)

test('a camera cannot redirect ffmpeg, and the relay accepts one connection, by its path', async () => {
  const answers = ['RTSP/1.0 302 Found\r\nCSeq: 1\r\nLocation: rtsp://127.0.0.9/\r\n\r\n']
  const fake = await startFake(good, (socket) => socket.once('data', () => socket.write(answers[0]!)))
  ends.push(() => fake.stop())
  const source = { url: `rtsps://localhost:${fake.port}/main?a=1`, ...login, server_trust: keyOf(good) }
  const open = async () => openRelay(await sharedStreams({ allow_loopback: true }).join(source), 0)
  const say = (port: string, uri: string) =>
    new Promise<string>((resolve) => {
      let said = ''
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`OPTIONS ${uri} RTSP/1.0\r\nCSeq: 7\r\n\r\n`),
      )
      socket.on('data', (chunk) => void (said += chunk.toString()))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(said))
    })
  const moved = await open()
  expect(await say(moved.url.port, moved.url.href)).toBe('RTSP/1.0 503 Leads elsewhere\r\nCSeq: 7\r\n\r\n')
  expect(fake.heard()).toContain(`OPTIONS rtsps://localhost:${fake.port}/main?a=1 RTSP/1.0`)
  expect(await say(moved.url.port, moved.url.href)).toBe('') // it is gone
  const stranger = await open()
  const before = fake.heard()
  expect(await say(stranger.url.port, `rtsp://127.0.0.1:${stranger.url.port}/main`)).toBe('')
  expect(fake.heard()).toBe(before)
  await until('both connections to be over', () => fake.handshakes() === 2)
})

test('messages and frames are distinguished however they are split', () => {
  const bytes = Buffer.concat([
    Buffer.from('RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 3\r\n\r\n$ab'),
    Buffer.from([0x24, 0, 0, 2, 1, 2, 0x24, 1, 0, 0]),
    Buffer.from('\r\nRTSP/1.0 200 OK\r\nCSeq: 2\r\n\r\n'),
  ])
  for (const size of [1, 2, 7, bytes.length]) {
    const read = createRtspReader()
    const parts = []
    for (let at = 0; at < bytes.length; at += size) parts.push(...read(bytes.subarray(at, at + size)))
    expect(parts.flatMap((part) => (part.kind === 'message' ? [part.body.toString()] : []))).toEqual([
      '$ab',
      '',
    ])
    expect(
      Buffer.concat(parts.flatMap((part) => (part.kind === 'frames' ? [part.bytes] : []))).toString('hex'),
    ).toBe('240000020102' + '24010000')
  }
  expect(() => createRtspReader()(Buffer.alloc(70_000, 0x61))).toThrow(/not RTSP/)
})
