/**
 * A platform that answers an event twice (found by chaos/): the second answer belongs to no event, least of
 * all to the next.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { httpPlatform } from '#src/adapters/http/http-platform.ts'

const answer = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${body.length}\r\nConnection: keep-alive\r\n\r\n${body}`
const taken = answer('200 OK', '{"code":0}')
const sockets = new Set<Socket>()
let server: Server
let requests = 0
const platform = httpPlatform({ allow_loopback: true })

beforeEach(async () => {
  requests = 0
  server = createServer((socket) => {
    let here = 0
    sockets.add(socket.on('error', () => undefined))
    socket.on('data', (part) => {
      if (!part.includes('POST ')) return
      // The first event is accepted. On a reused connection that answer comes again, just before the next
      // one.
      if (++requests === 1) socket.write(taken)
      else socket.write(`${here > 0 ? taken : ''}${answer('503 Service Unavailable', 'down')}`)
      here++
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(() => {
  platform.close()
  for (const socket of sockets) socket.destroy()
  server.close()
})

test('a late second answer is not taken for the answer to the next event', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/events`
  expect(await platform.post(url, { uuid: '1' }, { key: '1' })).toMatchObject({ kind: 'accepted' })
  expect(await platform.post(url, { uuid: '2' }, { key: '2' })).toMatchObject({ kind: 'busy' })
})
