/** The dialer against addresses that refuse, drop packets, or take a second for a handshake. */
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { dial, dialAddresses, DialError, inTurn } from '#src/core/outbound/dial.ts'
import { MuteAddresses } from '#src/core/outbound/mute-addresses.ts'
import { patientLookup, type Resolve } from '#src/core/outbound/address.ts'

const reach = { allow_loopback: true }
const close: (() => unknown)[] = []
afterEach(async () => {
  for (const one of close.splice(0).toReversed()) await one()
})

const at = (...addresses: string[]): Resolve => {
  return (_name, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
}

async function listening(host: string, port = 0): Promise<number> {
  const server: Server = createServer((socket) => socket.on('error', () => undefined))
  server.listen(port, host)
  await once(server, 'listening')
  close.push(() => new Promise((done) => server.close(done)))
  return (server.address() as AddressInfo).port
}

/**
 * A server whose queue is full, because its thread waits: like a network that drops packets, the system
 * leaves a new connection without an answer. After `accept` the handshake succeeds with the next repetition.
 */
async function full(host: string): Promise<{ port: number; accept(): void }> {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     const server = require('node:net').createServer()
     server.listen({ port: 0, host: workerData.host, backlog: 1 }, () => {
       parentPort.postMessage(server.address().port)
       setImmediate(() => Atomics.wait(workerData.gate, 0, 0))
     })`,
    { eval: true, workerData: { gate, host } },
  )
  const [port] = (await once(worker, 'message')) as [number]
  const accept = () => {
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
  }
  close.push(
    () => worker.terminate(),
    () => accept(),
  )
  for (const [n, socket] of [0, 1, 2].map((one) => [one, connect({ host, port })] as const)) {
    socket.on('error', () => undefined)
    close.push(() => socket.destroy())
    if (n < 2) await once(socket, 'connect')
  }
  return { port, accept }
}

test('an address that drops packets does not keep the others waiting', async () => {
  const { port } = await full('127.0.0.2')
  await listening('127.0.0.3', port)
  const socket = await dial({ host: 'two.test', port, reach, resolve: at('127.0.0.2', '127.0.0.3') })
  expect(socket.remoteAddress).toBe('127.0.0.3')
  socket.destroy()
})

test('an address that takes a connection and sends nothing is tried after the others', async () => {
  const port = await listening('127.0.0.2')
  await listening('127.0.0.3', port)
  const to = {
    host: 'mute.test',
    port,
    reach: { ...reach, mute: new MuteAddresses(0) },
    resolve: at('127.0.0.2', '127.0.0.3'),
  }
  for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.2']) {
    const socket = await dial(to)
    expect(socket.remoteAddress).toBe(address)
    socket.destroy()
    await once(socket, 'close')
  }
})

test('of a name the addresses that may be reached are tried, and no other', async () => {
  const port = await listening('127.0.0.3')
  const resolve = at('fe80::1', '::', '127.0.0.3', '169.254.169.254')
  const socket = await dial({ host: 'mixed.test', port, reach, resolve })
  expect(socket.remoteAddress).toBe('127.0.0.3')
  socket.destroy()
  const addresses = (...found: string[]) => dialAddresses({ host: 'a.test', reach, resolve: at(...found) })
  expect(await addresses('64:ff9b::c633:6402', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe')).toEqual([
    '64:ff9b::c633:6402',
  ])
})

test('a name server that does not answer for IPv6 keeps no one waiting', async () => {
  const server = createSocket('udp4')
  server.on('message', (asked, { port, address }) => {
    const type = asked.readUInt16BE(asked.indexOf(0, 12) + 1)
    if (type !== 1) return
    const question = asked.subarray(12, asked.indexOf(0, 12) + 5)
    const head = Buffer.concat([asked.subarray(0, 2), Buffer.from('81800001000100000000', 'hex')])
    const answer = Buffer.from('c00c000100010000003c0004c0000207', 'hex')
    server.send(Buffer.concat([head, question, answer]), port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  close.push(() => server.close())
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${server.address().port}`])
  const resolve = patientLookup(
    () => undefined, // the system waits
    () => resolver,
  )
  expect(await dialAddresses({ host: 'platform.example', reach, resolve })).toEqual(['192.0.2.7'])
})

test('a slow handshake is waited for, although other addresses have failed meanwhile', async () => {
  const { port, accept } = await full('127.0.0.2')
  const found = dial({
    host: 'slow.test',
    port,
    reach,
    resolve: at('127.0.0.2', '::1', '127.0.0.9'),
    found: () => setTimeout(accept, 600),
  })
  const socket = await found
  expect(socket.remoteAddress).toBe('127.0.0.2')
  socket.destroy()
})

test('names the step: forbidden, no such name, nothing listens, no answer in time, given up', async () => {
  const failure = async (options: Partial<Parameters<typeof dial>[0]>) => {
    const error: unknown = await dial({ host: 'a.test', port: 1, reach, ...options }).catch(
      (reason: unknown) => reason,
    )
    return error instanceof DialError ? [error.step, error.code] : error
  }
  expect(await failure({ host: '' })).toEqual(['address', 'EFORBIDDEN'])
  expect(await failure({ host: '169.254.1.1' })).toEqual(['address', 'EFORBIDDEN'])
  expect(await failure({ resolve: at('::', '169.254.1.1') })).toEqual(['address', 'EFORBIDDEN'])
  const none: Resolve = (_name, _options, done) =>
    done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
  expect(await failure({ resolve: none })).toEqual(['name', 'ENOTFOUND'])
  expect(await failure({ resolve: at('127.0.0.1', '::1') })).toEqual(['connect', 'ECONNREFUSED'])
  expect(await failure({ resolve: () => undefined, timeout_ms: 50 })).toEqual(['name', 'ETIMEDOUT'])
  const { port } = await full('127.0.0.2')
  expect(await failure({ port, host: '127.0.0.2', timeout_ms: 50 })).toEqual(['connect', 'ETIMEDOUT'])
  // What is known of the other address says more than the silence of this one.
  expect(await failure({ port, resolve: at('127.0.0.2', '127.0.0.4'), timeout_ms: 600 })).toEqual([
    'connect',
    'ECONNREFUSED',
  ])
  expect(await failure({ port, host: '127.0.0.2', signal: AbortSignal.abort() })).toEqual([
    'connect',
    'ABORT_ERR',
  ])
})

test('takes the families in turn, beginning with the one that the system prefers', () => {
  const of = (...list: [string, number][]) => inTurn(list.map(([address, family]) => ({ address, family })))
  expect(of(['::2', 6], ['::3', 6], ['1.1.1.1', 4])).toEqual(['::2', '1.1.1.1', '::3'])
  expect(of(['1.1.1.1', 4], ['1.1.1.1', 4])).toEqual(['1.1.1.1'])
  expect(of(['1.1.1.1', 4], ['1.1.1.2', 4], ['::2', 6])).toEqual(['1.1.1.1', '::2', '1.1.1.2'])
})
