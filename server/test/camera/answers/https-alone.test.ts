/** A port that accepts HTTPS alone is named when it is asked without encryption, whatever it answers. */
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer as createPlain, type Server as PlainServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fetchPicture } from '#src/adapters/camera/http-picture.ts'
import { connectOnvif } from '#src/adapters/camera/onvif-connect.ts'
import { CameraError } from '#src/ports/camera-port.ts'
import { certificatesAt } from '../../tls/fake-server.ts'

const reach = { allow_loopback: true }
const login = { username: 'admin', password: 'Street#2026' }
const { self_signed } = certificatesAt(Date.now())
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function portOf(server: Server | PlainServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}
/** Answers a connection's first bytes with these, and closes it. */
const answering = (bytes: string): PlainServer =>
  createPlain((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.from(bytes, 'latin1')))
  })
const reasonOf = (error: unknown) =>
  error instanceof CameraError ? `${error.step}: ${error.reason ?? ''}` : String(error)
const picture = (port: number) =>
  fetchPicture({ frame_url: `http://127.0.0.1:${port}/`, ...login }, { reach, timeout_ms: 20_000 }).then(
    () => 'a picture',
    reasonOf,
  )
const connection = (port: number) =>
  connectOnvif({ ipv4: '127.0.0.1', onvif_port: port, ...login }, reach, () => 20_000).then(
    () => 'connected',
    reasonOf,
  )
const bad = (body: string) =>
  `HTTP/1.1 400 Bad Request\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`

test('a server of HTTPS that closes without a word', async () => {
  const { cert, key_pem } = self_signed
  const port = await portOf(createServer({ cert, key: key_pem }, (_, response) => response.end('heard')))
  expect(await picture(port)).toBe('port: https_alone')
  expect(await connection(port)).toBe('port: https_alone')
})

test.each([
  ['nginx', bad('<center>The plain HTTP request was sent to HTTPS port</center>')],
  ['Apache', bad("Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />")],
  ['Go', 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n'],
  ['cheroot', bad('The client sent a plain HTTP request, but this server only speaks HTTPS on this port.')],
  ['an alert of TLS 1.2', '\x15\x03\x03\x00\x02\x02\x46'],
  ['an alert of its first record', '\x15\x03\x01\x00\x02\x02\x0a'],
])('%s', async (_, answer) => {
  const port = await portOf(answering(answer))
  expect(await picture(port)).toBe('port: https_alone')
  expect(await connection(port)).toBe('port: https_alone')
})

test.each([
  ['another bad request', bad('Bad HTTP request'), 'picture: http_error'],
  ['another protocol', 'SSH-2.0-dropbear\r\n', 'picture: not_jpeg'],
  ['a closed connection', '', 'port: cut_short'],
])('%s is not taken for one', async (_, answer, reason) => {
  const port = await portOf(answering(answer))
  expect(await picture(port)).toBe(reason)
})
