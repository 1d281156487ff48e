/** How the device reads odd answers of a platform, and answers that come early or on a dead connection. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { httpPlatform } from '#src/adapters/http/http-platform.ts'
import { good, odd_answers, oddPeer, page, sayParts, whole } from './odd-answers.ts'

const platform = httpPlatform({ allow_loopback: true, timeout_ms: 1_500 })
const close: (() => unknown)[] = [() => platform.close()]
afterAll(async () => {
  for (const one of close.toReversed()) await one()
})

async function peer(...answer: Parameters<typeof oddPeer>) {
  const one = await oddPeer(...answer)
  close.push(one.stop)
  return one
}

test.for(Object.entries(odd_answers))('%s', async ([, [said, kind, info = '']]) => {
  const { url, seen } = await peer((socket) => sayParts(socket, said))
  const outcome = await platform.post(url, { a: 1 }, { key: 'k' })
  expect(outcome.kind).toBe(kind)
  expect(outcome.info).toContain(info)
  expect(seen.requests).toBe(1)
})

test.for([
  ['120', 120_000],
  ['0', undefined],
  ['86400', 300_000],
  ['soon', undefined],
  ['Mon, 30 Nov 2026 08:01:30 GMT', 90_000],
  ['Mon, 30 Nov 2026 07:00:00 GMT', undefined],
] as const)('a busy platform says Retry-After: %s', async ([asked, wait_ms]) => {
  const head = ['Date: Mon, 30 Nov 2026 08:00:00 GMT', `Retry-After: ${asked}`]
  const { url } = await peer((socket) => socket.write(whole('429 Too Many Requests', head, '')))
  const outcome = await platform.post(url, { a: 1 }, { key: 'k' })
  expect([outcome.kind, 'wait_ms' in outcome ? outcome.wait_ms : undefined]).toEqual(['busy', wait_ms])
})

test('an answer to a body that is not read whole counts', async () => {
  for (const [status, kind] of [
    ['413 Request Entity Too Large', 'refused'],
    ['401 Unauthorized', 'signed_out'],
    ['503 Service Unavailable', 'busy'],
  ] as const) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      // The rest is left unread, so that the system answers with a reset.
      socket.once('data', () => {
        socket.pause()
        socket.write(page(status), () => socket.destroy())
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    close.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const body = Buffer.alloc(8_000_000, 0x20)
    const outcome = await platform.post(`http://127.0.0.1:${port}/`, body, { key: 'k' })
    expect(outcome).toMatchObject({ kind, info: expect.stringContaining(`HTTP ${status.slice(0, 3)}`) })
  }
})

test('a request over a kept connection that was given up is sent again at once, and only once', async () => {
  const answer = whole('200 OK', [], good)
  for (const giveUp of [
    (socket: Socket) => socket.resetAndDestroy(),
    (socket: Socket) => socket.end(),
    (socket: Socket) => socket.write(whole('408 Request Timeout', [], '')), // a proxy, as the request comes
    () => undefined, // the network has forgotten the connection
  ]) {
    const { url, seen } = await peer(
      (socket, nth) => void (nth === 2 ? giveUp(socket) : socket.write(answer)),
    )
    expect((await platform.post(url, { n: 1 }, {})).kind).toBe('accepted')
    expect((await platform.post(url, { n: 2 }, {})).kind).toBe('accepted')
    expect(seen).toEqual({ connections: 2, requests: 3 })
  }
})
