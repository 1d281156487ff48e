/**
 * Floods and misbehaving peers: which clients get a connection, how long it lasts, and that the process
 * survives. Long because the connection registry, the sockets and the process each have their tests.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  capsWithin,
  clientOf,
  ConnectionRegistry,
  default_caps,
} from '#src/http/sockets/connection-registry.ts'
import {
  default_deadlines,
  guardSockets,
  httpOptions,
  type SocketOptions,
} from '#src/http/sockets/socket-guard.ts'
import { program } from '../built.ts'
import { test_password } from '../device.ts'
import { until } from '../until.ts'

const caps = { total: 8, client: 3, proxy: 6, stranger: 2 }
type Peer = { destroy(): void; gone: boolean }
const peer = (): Peer => {
  const made = { gone: false, destroy: () => void (made.gone = true) }
  return made
}

describe('the registry of connections', () => {
  test('a client is an IPv4 address or an IPv6 /64', () => {
    expect(clientOf('192.0.2.7')).toBe('192.0.2.7')
    expect(clientOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(clientOf('2001:db8:1:2::5')).toBe(clientOf('2001:db8:1:2:ffff::9'))
    expect(clientOf('2001:db8:1:3::5')).not.toBe(clientOf('2001:db8:1:2::5'))
    expect(clientOf('fe80::1%eth0')).toBe('fe80::/64')
  })

  test('one client has its share, a proxy a larger one, and a closed connection frees its slot', () => {
    const registry = new ConnectionRegistry<Peer>(caps)
    const enter = (address: string, standing: 'client' | 'proxy' = 'client') =>
      registry.enter(peer(), address, standing)
    const first = enter('2001:db8::1')
    enter('2001:db8::2')
    enter('2001:db8::3')
    expect(enter('2001:db8::4')).toEqual({ admitted: false, client: '2001:db8::/64', full: false })
    if (first.admitted) first.leave()
    expect(enter('2001:db8::4').admitted).toBe(true)
    const proxied = Array.from({ length: 4 }, () => enter('192.0.2.1', 'proxy').admitted)
    expect(proxied).toEqual([true, true, true, true])
    expect(registry.size).toBe(7)
  })

  test('clients that the whitelist does not admit share a few slots', () => {
    const registry = new ConnectionRegistry<Peer>(caps)
    const admitted = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(
      (address) => registry.enter(peer(), address, 'stranger').admitted,
    )
    expect(admitted).toEqual([true, true, false])
    expect(registry.enter(peer(), '192.0.2.3', 'client').admitted).toBe(true)
  })

  test('with all slots used, a flood displaces only itself, and no client that has made a request', () => {
    const registry = new ConnectionRegistry<Peer>(caps)
    const speaker = peer()
    const entry = registry.enter(speaker, '192.0.2.1', 'client')
    if (entry.admitted) entry.markUsed()
    const flood = Array.from({ length: 7 }, (_, at) => {
      const one = peer()
      registry.enter(one, `198.51.100.${at % 4}`, 'client')
      return one
    })
    const newcomer = peer()
    expect(registry.enter(newcomer, '203.0.113.1', 'client').admitted).toBe(true)
    expect(flood.filter(({ gone }) => gone)).toHaveLength(1)
    expect([speaker.gone, newcomer.gone, flood[0]?.gone, registry.size]).toEqual([false, false, true, 8])
  })

  test('no order of opening and closing exceeds a limit or loses a slot', () => {
    const step = fc.record({
      from: fc.integer({ min: 0, max: 5 }),
      what: fc.constantFrom('in', 'out', 'used'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const registry = new ConnectionRegistry<Peer>(caps)
        const open: { one: Peer; from: number; leave(): void; markUsed(): void }[] = []
        for (const { from, what } of steps) {
          const at = open.findIndex((held) => held.from === from)
          if (what === 'in') {
            const one = peer()
            const entry = registry.enter(one, `192.0.2.${from}`, 'client')
            if (entry.admitted) open.push({ one, from, ...entry })
          } else if (at >= 0) {
            if (what === 'used') open[at]?.markUsed()
            else open.splice(at, 1)[0]?.leave()
          }
          for (let i = open.length - 1; i >= 0; i--) if (open[i]?.one.gone) open.splice(i, 1)
          expect(registry.size).toBe(open.length)
          expect(open.length).toBeLessThanOrEqual(caps.total)
          expect(open.filter((held) => held.from === from).length).toBeLessThanOrEqual(caps.client)
        }
        for (const held of open) held.leave()
        expect(registry.size).toBe(0)
      }),
      { numRuns: 300 },
    )
  })

  test('half of the file limit of the process is for connections', () => {
    expect(capsWithin(16_384)).toEqual(default_caps)
    expect(capsWithin(220).total).toBe(110)
    expect(capsWithin(8).total).toBe(16)
  })
})

describe('on a socket', () => {
  let app: FastifyInstance
  const sockets: Socket[] = []
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await app.close()
  })

  async function serve(options: SocketOptions, strangers: readonly string[] = []): Promise<number> {
    app = fastify({ http: httpOptions(options.deadlines) })
    guardSockets(
      app,
      {
        log: app.log,
        now: Date.now,
        standingOf: (address) => (strangers.includes(address) ? 'stranger' : 'client'),
      },
      options,
    )
    app.get('/small', () => 'ok')
    app.get('/large', () => Buffer.alloc(64 * 1024 * 1024))
    app.get('/slow', () => new Promise((resolve) => setTimeout(resolve, 700, 'late')))
    app.get('/never', () => new Promise(() => undefined))
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as AddressInfo).port
  }
  /** Resolves to everything the peer has received once the server has closed the connection. */
  function open(port: number, from: string, text = ''): Promise<string> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    sockets.push(socket)
    let heard = ''
    socket.on('data', (data) => void (heard += String(data))).on('error', () => undefined)
    if (text !== '') socket.write(text)
    return new Promise((resolve) => socket.once('close', () => resolve(heard)))
  }
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  const short = { headers: 200, handshake: 200, check: 50, idle: 200, keep_alive: 200, finish: 200 }

  test('one address gets only its share, and others are served meanwhile', async () => {
    const port = await serve({ caps: { ...default_caps, client: 2 } })
    const held = [connect({ port, host: '127.0.0.1' }), connect({ port, host: '127.0.0.1' })]
    sockets.push(...held)
    await Promise.all(held.map((socket) => once(socket, 'connect')))
    expect(await open(port, '127.0.0.1', get('/small'))).toBe('')
    expect(await open(port, '127.0.0.9', get('/small'))).toContain('200 OK')
    held[0]?.destroy()
    await until('the place is free', async () =>
      (await open(port, '127.0.0.1', get('/small'))).includes('200 OK'),
    )
  })

  test('an address that the whitelist does not admit has two connections', async () => {
    const port = await serve({}, ['127.0.0.5'])
    const held = [1, 2].map(() => connect({ port, host: '127.0.0.1', localAddress: '127.0.0.5' }))
    sockets.push(...held)
    await Promise.all(held.map((socket) => once(socket, 'connect')))
    expect(await open(port, '127.0.0.5', get('/small'))).toBe('')
    expect(await open(port, '127.0.0.6', get('/small'))).toContain('200 OK')
  })

  test('peers that are silent, drip bytes or never read are cut off; a slow handler is not', async () => {
    const port = await serve({ deadlines: short })
    expect(await open(port, '127.0.0.1')).not.toContain('200 OK')
    const dripping = connect({ port, host: '127.0.0.1' })
    sockets.push(dripping)
    const drip = setInterval(() => dripping.write('a'), 20)
    dripping.on('error', () => undefined).write('GET /small HTTP/1.1\r\nX: ')
    dripping.resume()
    await new Promise((resolve) => dripping.once('close', resolve))
    clearInterval(drip)
    const body = 'POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{'
    expect(await open(port, '127.0.0.1', body)).not.toContain('200 OK')
    const deaf = connect({ port, host: '127.0.0.1' })
    sockets.push(deaf.on('error', () => undefined))
    deaf.write(get('/large'))
    await until('the answer begins', () => deaf.bytesRead > 0)
    await until('no connection is left', async () => {
      const [, left] = await new Promise<[unknown, number]>((resolve) =>
        app.server.getConnections((error, count) => resolve([error, count])),
      )
      return left === 0
    })
    expect(await open(port, '127.0.0.1', get('/slow'))).toContain('late')
  })

  test('a stop ends requests that are not answered in time, and upgraded connections', async () => {
    const port = await serve({ deadlines: { ...default_deadlines, finish: 100 } })
    const upgraded = new Promise((resolve) => app.server.once('upgrade', resolve))
    const arrived = new Promise((resolve) => app.server.once('request', resolve))
    const tunnel = open(
      port,
      '127.0.0.1',
      'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    )
    await upgraded
    const unanswered = open(port, '127.0.0.1', get('/never'))
    await arrived
    await app.close()
    expect(await Promise.all([tunnel, unanswered])).toEqual(['', ''])
  })
})

describe('a process with a limit of 220 open files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-flood-'))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('answers others during a flood of silent connections, and survives it', async () => {
    const child = spawn('sh', ['-c', 'ulimit -n 220; exec "$0" "$1"', process.execPath, program], {
      env: {
        PATH: process.env.PATH,
        PARKING_PORT: '0',
        PARKING_DATA: folder,
        PARKING_PROGRAMS: '/nothing-here',
        PARKING_ADMIN_PASSWORD: test_password,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (data) => void (out += String(data)))
    child.stderr.on('data', (data) => void (err += String(data)))
    const address = await until('it listens', () => /^Console: (http:\S+)$/m.exec(out)?.[1])
    const port = Number(new URL(address).port)
    const flood = Array.from({ length: 450 }, (_, at) =>
      connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (at % 30)}` }).on(
        'error',
        () => undefined,
      ),
    )
    await Promise.all(
      flood.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))),
    )
    for (let i = 0; i < 20; i++) expect((await fetch(`${address}/healthz`)).status).toBe(200)
    // The measurement of memory, once a second, ended the process.
    await until('the silent connections are gone', () => flood.every((socket) => socket.closed))
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    expect([child.exitCode, err.includes('"level":"fatal"')]).toEqual([null, false])
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
})
