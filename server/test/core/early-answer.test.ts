/** A body that is written in parts to a server that answers early and resets the connection. */
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { agentsOf, requestWay, type Way } from '#src/core/outbound/agents.ts'

test('an early answer is read although the rest of the body cannot be written', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.pause()
      socket.write('HTTP/1.1 413 Big\r\nContent-Length: 0\r\n\r\n', () => socket.resetAndDestroy())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agents = agentsOf({ keepAlive: false })
  const way: Way = {
    reach: { allow_loopback: true },
    trust: '',
    signal: new AbortController().signal,
    passed: () => undefined,
  }
  const statuses = await Promise.all(
    Array.from({ length: 20 }, () => {
      const put = request({
        host: '127.0.0.1',
        port,
        method: 'PUT',
        agent: agents.http,
        headers: { 'content-length': 8_000_000 },
        ...requestWay(way, false, '127.0.0.1'),
      })
      const part = Buffer.alloc(1_000)
      let parts = 0
      let over = false
      const writeNext = () => {
        if (over || (parts += 1) > 8_000) return
        put.write(part)
        // Some parts are written before the system can report the reset.
        if (parts % 3 === 0) process.nextTick(writeNext)
        else setImmediate(writeNext)
      }
      writeNext()
      return new Promise<number | string>((done) => {
        put.on('response', (answer) => {
          over = true
          done(answer.statusCode ?? 0)
          put.destroy()
        })
        put.on('error', (error) => done(error.message))
      })
    }),
  )
  expect(new Set(statuses)).toEqual(new Set([413]))
  agents.close()
  server.close()
})
