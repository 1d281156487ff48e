/** A stream server that accepts a connection and never answers is not reported as a camera without power. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ffmpegVideo } from '#src/adapters/video/ffmpeg-video.ts'
import { connectStream } from '#src/adapters/video/rtsp-connect.ts'
import { CameraError } from '#src/ports/camera-port.ts'
import { ffmpegFolder } from '../../debian.ts'

const programs = await ffmpegFolder()
const sockets = new Set<Socket>()
let server: Server
let url: string
beforeEach(async () => {
  server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/main`
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await new Promise((done) => server.close(done))
})

test.skipIf(programs === undefined)(
  'live view and still of a hanging stream fail at the step "stream"',
  async () => {
    const video = ffmpegVideo({ allow_loopback: true, programs, still_ms: 30_000 })
    const source = { url, username: 'admin', password: 'Street#2026' }
    const ended = new Promise<string>((resolve) =>
      video.play(source, { data: () => undefined, ended: (step) => resolve(step) }),
    )
    const [live, still] = await Promise.all([
      ended,
      video.still(source).then(
        () => 'a picture',
        (error: unknown) => (error instanceof CameraError ? error.step : String(error)),
      ),
    ])
    expect([live, still]).toEqual(['stream', 'stream'])
  },
)

test('a closed port fails at "port", a forbidden address at "reach", whatever listens there', async () => {
  const stepOf = (address: string, allow_loopback: boolean) =>
    connectStream({ url: address }, { allow_loopback }).then(
      (socket) => void socket.destroy(),
      ({ step, message }: CameraError) => `${step}: ${message}`,
    )
  const closed = 'rtsp://127.0.0.1:1/main'
  expect(await stepOf(url, true)).toBeUndefined()
  expect(await stepOf(closed, true)).toBe('port: Nothing listens at the stream address')
  const forbidden = 'reach: The stream address cannot be reached, or may not be'
  for (const address of [url, closed]) {
    expect(await stepOf(address, false)).toBe(forbidden)
    expect(await stepOf(address.replace('127.0.0.1', 'localhost'), false)).toBe(forbidden)
  }
  expect(await stepOf(url.replace('rtsp:', 'http:'), true)).toBe(forbidden)
})
