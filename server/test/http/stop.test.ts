/** The HTTP server stops: which connections are closed at once, and which requests are still answered. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnvironment } from '#src/environment.ts'
import { createHttpServer, type HttpServer } from '#src/http-server.ts'
import { openDevice, type Device } from '../device.ts'

let device: Device
let http: HttpServer
const sockets: Socket[] = []

beforeEach(async () => {
  device = await openDevice()
  const environment = readEnvironment({ PARKING_PORT: '0', PARKING_DATA: device.folder })
  http = createHttpServer(device.deps, environment)
  await http.start()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await http.stop()
  await device.close()
})

type Peer = { socket: Socket; heard(): string; gone: Promise<unknown> }
async function open(text = ''): Promise<Peer> {
  const socket = connect({ port: Number(new URL(http.address()).port), host: '127.0.0.1' })
  sockets.push(socket)
  let heard = ''
  socket.on('data', (data) => void (heard += String(data))).on('error', () => undefined)
  await once(socket, 'connect')
  if (text !== '') socket.write(text)
  return { socket, heard: () => heard, gone: once(socket, 'close') }
}
const healthz = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
const body = JSON.stringify({ username: 'admin', password: 'wrong' })
const call =
  'POST /api/system/certificate_fingerprint HTTP/1.1\r\nHost: 127.0.0.1\r\n' +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`

test('connections without a request are closed at once, and a request in progress is answered', async () => {
  const [unused, begun, kept, working] = await Promise.all([
    open(),
    open('GET /healthz HTTP/1.1\r\nHo'),
    open(healthz),
    open(call + body.slice(0, 3)),
  ])
  await once(kept.socket, 'data')
  // Its headers have arrived once a later request on another connection is answered.
  const after = await open(healthz)
  await once(after.socket, 'data')
  const stopped = http.stop()
  await Promise.all([unused.gone, begun.gone, kept.gone, after.gone])
  expect([unused.heard(), begun.heard(), working.socket.closed]).toEqual(['', '', false])
  working.socket.write(body.slice(3))
  await working.gone
  expect(working.heard()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*"request_id"/)
  await stopped
})
