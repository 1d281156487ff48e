/**
 * A platform that answers an event twice (found by chaos/): the second answer belongs to no event, least of
 * all to the next one. Connections are kept only if answers name their request.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { httpPlatform } from '#src/adapters/http/http-platform.ts'

const answer = (status: string, body: string, key?: string) =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n` +
  (key === undefined ? '' : `Idempotency-Key: ${key}\r\n`) +
  `Content-Length: ${body.length}\r\nConnection: keep-alive\r\n\r\n${body}`
const taken = (key?: string) => answer('200 OK', '{"code":0}', key)
const down = (key?: string) => answer('503 Service Unavailable', 'down', key)

type Asked = { key: string; socket: Socket; /** Requests on this connection before. */ before: number }
const sockets = new Set<Socket>()
let server: Server
let asked: Asked[] = []
let respond: (one: Asked) => void
const platform = httpPlatform({ allow_loopback: true })

beforeEach(async () => {
  asked = []
  server = createServer((socket) => {
    let before = 0
    sockets.add(socket.on('error', () => undefined))
    socket.on('data', (part) => {
      const key = /idempotency-key: (\S+)/i.exec(part.toString())?.[1]
      if (key === undefined) return
      const one = { key, socket, before: before++ }
      asked.push(one)
      respond(one)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})
afterAll(() => platform.close())

const send = (uuid: string) =>
  platform.post(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/events`,
    { uuid },
    { key: uuid },
  )
const connections = () => new Set(asked.map(({ socket }) => socket)).size

test('a late second answer is not mistaken for the answer to the next event', async () => {
  // The first event is accepted. On a reused connection that answer comes again, just before the next one.
  respond = ({ socket, before }) =>
    socket.write(asked.length === 1 ? taken() : `${before > 0 ? taken() : ''}${down()}`)
  expect(await send('1')).toMatchObject({ kind: 'accepted' })
  expect(await send('2')).toMatchObject({ kind: 'busy' })
  expect(connections()).toBe(2)
})

test('a platform that repeats the key gets its events over one connection', async () => {
  respond = ({ key, socket }) => socket.write(taken(key))
  for (const uuid of ['1', '2', '3', '4']) expect(await send(uuid)).toMatchObject({ kind: 'accepted' })
  expect(asked.map(({ before }) => before)).toEqual([0, 0, 1, 2])
})

test('an answer to an earlier event is detected, and the event is sent on a new connection', async () => {
  respond = ({ key, socket, before }) =>
    socket.write(key !== '3' ? taken(key) : before > 0 ? `${taken('2')}${down('3')}` : down('3'))
  for (const uuid of ['1', '2']) await send(uuid)
  expect(await send('3')).toMatchObject({ kind: 'busy' })
  expect(asked.map(({ key, before }) => `${key}/${before}`)).toEqual(['1/0', '2/0', '3/1', '3/0'])
})

test('an answer without a key on a kept connection is not accepted either', async () => {
  respond = ({ key, socket, before }) => socket.write(before > 0 ? taken() : down(key))
  for (const uuid of ['1', '2']) expect(await send(uuid)).toMatchObject({ kind: 'busy' })
  expect(await send('3')).toMatchObject({ kind: 'busy' })
})

test('a kept connection that the platform has closed costs no attempt', async () => {
  respond = ({ key, socket, before }) => void (before > 0 ? socket.destroy() : socket.write(taken(key)))
  for (const uuid of ['1', '2', '3']) expect(await send(uuid)).toMatchObject({ kind: 'accepted' })
  expect(asked.map(({ key, before }) => `${key}/${before}`)).toEqual(['1/0', '2/0', '3/1', '3/0'])
})
