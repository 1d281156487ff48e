/** A stream server that accepts a connection and never answers is not reported as a camera without power. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ffmpegVideo } from '#src/adapters/video/ffmpeg-video.ts'
import { afterTimeout } from '#src/adapters/video/stream-accepts.ts'
import { CameraError } from '#src/ports/camera-port.ts'
import { ffmpegFolder } from '../debian.ts'

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

const timed_out = new CameraError('reach', 'timed out')
test('a closed port and a forbidden address fail at the step "reach"', async () => {
  expect((await afterTimeout(timed_out, url, { allow_loopback: true })).step).toBe('stream')
  expect((await afterTimeout(timed_out, url, { allow_loopback: false })).step).toBe('reach')
  expect((await afterTimeout(timed_out, 'rtsp://127.0.0.1:1/', { allow_loopback: true })).step).toBe('reach')
  const refused = new CameraError('signin', 'refused')
  expect(await afterTimeout(refused, url, { allow_loopback: true })).toBe(refused)
})
