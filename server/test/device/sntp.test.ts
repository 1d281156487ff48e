/**
 * The SNTP client against a real time server, and against invalid UDP answers. Long because every field of
 * an answer has its row.
 */
import { createSocket } from 'node:dgram'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTimeServer, type TimeServer } from '@parking/sim/peers/time-server.ts'
import {
  askTimeServer,
  chrony_rules,
  momentOfStamp,
  requestPacket,
  readAnswer,
  timesyncd_rules,
  type ServiceRules,
} from '#src/adapters/system/sntp.ts'
import type { Resolve } from '#src/core/outbound/address.ts'
import { SystemError } from '#src/ports/system-error.ts'

const reach = { allow_loopback: true }
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'it answered',
    (error: unknown) =>
      error instanceof SystemError ? { reason: error.reason, detail: error.detail } : error,
  )

describe('a time server', () => {
  let server: TimeServer
  beforeEach(async () => void (server = await startTimeServer()))
  afterEach(() => server.stop())

  test.each([[0], [3_600_000], [-86_400_000], [0.5], [40 * 365 * 86_400_000]])(
    'that is %s ms ahead yields that offset, across the eras of NTP',
    async (offset_ms) => {
      server.offset_ms = offset_ms
      const answer = await askTimeServer(server.address, reach)
      // Two clocks of one computer can seem apart by at most half the round trip.
      expect(Math.abs(answer.offset_ms - offset_ms)).toBeLessThanOrEqual(answer.delay_ms / 2 + 1)
      expect(answer.delay_ms).toBeGreaterThanOrEqual(0)
      expect(answer.stratum).toBe(2)
      expect(server.asked).toBe(1)
    },
  )

  test.each([
    ['kiss', { reason: 'turned_away', detail: 'RATE' }],
    ['unsynchronized', { reason: 'not_synchronized', detail: 'stratum 16, leap 3' }],
  ] as const)('that answers %s is refused with its own words', async (behaviour, said) => {
    server.behaviour = behaviour
    expect(await failure(askTimeServer(server.address, reach))).toEqual(said)
  })

  test('is asked four times if it is silent or useless', async () => {
    const servers = await Promise.all(
      (['silent', 'junk', 'forged'] as const).map(async (behaviour) =>
        Object.assign(await startTimeServer(), { behaviour }),
      ),
    )
    const said = await Promise.all(servers.map((one) => failure(askTimeServer(one.address, reach))))
    expect(said).toEqual([
      { reason: 'timeout', detail: '3.2 s' },
      { reason: 'bad_answer', detail: 'mode' },
      { reason: 'bad_answer', detail: 'origin' },
    ])
    expect(servers.map((one) => one.asked)).toEqual([4, 4, 4])
    await Promise.all(servers.map((one) => one.stop()))
  })

  test('a server that starts meanwhile is used', async () => {
    server.behaviour = 'silent'
    const asking = askTimeServer(server.address, reach)
    server.behaviour = 'answers'
    expect((await asking).stratum).toBe(2)
  })
})

/** A server whose answer is good except for what `spoil` changes. */
async function oddServer(host: string, spoil: (packet: Buffer) => Buffer | void): Promise<OddServer> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  const server: OddServer = {
    asked: 0,
    port: 0,
    stop: () => new Promise<void>((done) => socket.close(() => done())),
  }
  socket.on('message', (question, from) => {
    server.asked += 1
    const packet = Buffer.alloc(48)
    packet.set([0x24, 2, 0, 0xec])
    question.copy(packet, 24, 40, 48)
    for (const at of [32, 40]) packet.writeUInt32BE(Math.floor(Date.now() / 1000) + 2_208_988_800, at)
    socket.send(spoil(packet) ?? packet, from.port, from.address)
  })
  await new Promise<void>((done) => socket.bind(0, host, done))
  server.port = socket.address().port
  return server
}
type OddServer = { asked: number; port: number; stop(): Promise<void> }
const kiss =
  (code: string, leap = 3) =>
  (packet: Buffer) => {
    packet[0] = (leap << 6) | 0x24
    packet[1] = 0
    packet.write(code, 12, 'latin1')
  }

describe.concurrent('an answer with', () => {
  test.each<[string, (packet: Buffer) => Buffer | void, string, string]>([
    ['the code DENY', kiss('DENY'), 'turned_away', 'DENY'],
    ['the code RSTR', kiss('RSTR'), 'turned_away', 'RSTR'],
    ['the code RATE and no leap', kiss('RATE', 0), 'turned_away', 'RATE'],
    ['the code NTSN', kiss('NTSN'), 'turned_away', 'NTSN'],
    ['the code INIT', kiss('INIT'), 'not_synchronized', 'INIT'],
    ['the code STEP', kiss('STEP'), 'not_synchronized', 'STEP'],
    ['an unknown code', kiss('XNON'), 'not_synchronized', 'XNON'],
    ['stratum 0 and no code', kiss(''), 'not_synchronized', 'stratum 0, leap 3'],
    ['stratum 0, no leap and no code', kiss('', 0), 'not_synchronized', 'stratum 0, leap 0'],
    ['stratum 16', (p) => void (p[1] = 16), 'not_synchronized', 'stratum 16, leap 0'],
    ['leap 3', (p) => void (p[0] = 0xe4), 'not_synchronized', 'stratum 2, leap 3'],
    ['no time', (p) => void p.fill(0, 40), 'not_synchronized', 'stratum 2, leap 0'],
    // chrony refuses zeros in either timestamp (ntp_core.c, test 3).
    ['no time of receipt', (p) => void p.fill(0, 32, 40), 'not_synchronized', 'stratum 2, leap 0'],
    [
      'a root dispersion of 16 s',
      (p) => void p.writeUInt32BE(16 << 16, 8),
      'not_synchronized',
      'root distance 16.0 s',
    ],
    [
      'a root delay of 8 s',
      (p) => void p.writeUInt32BE(8 << 16, 4),
      'not_synchronized',
      'root distance 4.0 s',
    ],
    // Both services read it without a sign.
    [
      'a negative root delay',
      (p) => void p.writeInt32BE(-256, 4),
      'not_synchronized',
      'root distance 32768.0 s',
    ],
    ['50 bytes', (p) => Buffer.concat([p, Buffer.alloc(2)]), 'bad_answer', 'length'],
    ['version 7', (p) => void (p[0] = 0x3c), 'bad_answer', 'version'],
    ['version 0', (p) => void (p[0] = 0x04), 'bad_answer', 'version'],
    ['the mode of a broadcast', (p) => void (p[0] = 0x25), 'bad_answer', 'mode'],
    ['the mode of a client', (p) => void (p[0] = 0x23), 'bad_answer', 'mode'],
    ['another origin', (p) => void (p[30]! ^= 1), 'bad_answer', 'origin'],
    ['20 bytes', (p) => p.subarray(0, 20), 'bad_answer', 'length'],
  ])('%s is refused as the time service refuses it', async (_, spoil, reason, detail) => {
    const odd = await oddServer('127.0.0.1', spoil)
    expect(await failure(askTimeServer(`127.0.0.1:${odd.port}`, reach, chrony_rules))).toEqual({
      reason,
      detail,
    })
    await odd.stop()
  })

  test.each<[string, (packet: Buffer) => Buffer | void]>([
    ['a leap second tonight', (p) => void (p[0] = 0x64)],
    ['a leap second less', (p) => void (p[0] = 0xa4)],
    ['stratum 15', (p) => void (p[1] = 15)],
    ['version 3', (p) => void (p[0] = 0x1c)],
    ['no reference time', (p) => void p.fill(0, 12, 24)],
  ])('%s is taken as the time service takes it', async (_, spoil) => {
    const odd = await oddServer('127.0.0.1', spoil)
    expect((await askTimeServer(`127.0.0.1:${odd.port}`, reach, chrony_rules)).delay_ms).toBeLessThan(3_000)
    await odd.stop()
  })

  // Both services connect their sockets, so they never see such an answer.
  test('an answer from another address is none', async () => {
    const [asked, other] = [createSocket('udp4'), createSocket('udp4')]
    await new Promise<void>((done) => other.bind(0, '127.0.0.2', done))
    await new Promise<void>((done) => asked.bind(0, '127.0.0.1', done))
    asked.on('message', (question, from) => {
      const packet = Buffer.alloc(48, 1)
      packet[0] = 0x24
      question.copy(packet, 24, 40, 48)
      other.send(packet, from.port, from.address)
    })
    const work = askTimeServer(`127.0.0.1:${asked.address().port}`, reach)
    expect(await failure(work)).toEqual({ reason: 'timeout', detail: '3.2 s' })
    for (const socket of [other, asked]) socket.close()
  })

  test('what one service takes and the other does not', async () => {
    const far = await oddServer('127.0.0.1', (p) => void p.writeUInt32BE(4 << 16, 8))
    const old = await oddServer('127.0.0.1', (p) => void (p[0] = 0x0c))
    const ask = ({ port }: OddServer, rules: ServiceRules) =>
      failure(askTimeServer(`127.0.0.1:${port}`, reach, rules))
    expect(await ask(far, timesyncd_rules)).toBe('it answered')
    expect(await ask(far, chrony_rules)).toMatchObject({ reason: 'not_synchronized' })
    expect(await ask(old, chrony_rules)).toBe('it answered')
    expect(await ask(old, timesyncd_rules)).toMatchObject({ reason: 'bad_answer', detail: 'version' })
    await Promise.all([far.stop(), old.stop()])
  })
})

describe('a name with several addresses', () => {
  const at =
    (...addresses: string[]): Resolve =>
    (_name, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )

  test.each<[string, (packet: Buffer) => Buffer | void]>([
    ['is silent', () => Buffer.alloc(0)],
    ['has no time', kiss('INIT')],
    ['will not serve', kiss('RATE')],
  ])('is answered by the second address if the first %s', async (_, spoil) => {
    const second = await oddServer('127.0.0.1', () => undefined)
    const bad = createSocket('udp4')
    await new Promise<void>((done) => bad.bind(second.port, '127.0.0.2', done))
    bad.on('message', (question, from) => {
      const packet = Buffer.alloc(48)
      packet[0] = 0x24
      question.copy(packet, 24, 40, 48)
      bad.send(spoil(packet) ?? packet, from.port, from.address)
    })
    const asking = askTimeServer(
      `time.example:${second.port}`,
      reach,
      chrony_rules,
      at('127.0.0.2', '127.0.0.1'),
    )
    expect((await asking).stratum).toBe(2)
    expect(second.asked).toBe(1)
    await Promise.all([second.stop(), new Promise<void>((done) => bad.close(() => done()))])
  })

  // Where this machine has a route, the address is silent.
  test('is answered over IPv4 if there is no route for IPv6', async () => {
    const odd = await oddServer('127.0.0.1', () => undefined)
    const asking = askTimeServer(
      `time.example:${odd.port}`,
      reach,
      chrony_rules,
      at('2001:db8::1', '127.0.0.1'),
    )
    expect((await asking).stratum).toBe(2)
    await odd.stop()
  })

  test('is answered over IPv4 if nothing answers over IPv6, and the best reason is given', async () => {
    const odd = await oddServer('127.0.0.1', () => undefined)
    const both = at('::1', '127.0.0.1')
    const name = `time.example:${odd.port}`
    expect((await askTimeServer(name, reach, chrony_rules, both)).stratum).toBe(2)
    await odd.stop()
    expect(await failure(askTimeServer(name, reach, chrony_rules, both))).toEqual({
      reason: 'unreachable',
      detail: 'ECONNREFUSED',
    })
    expect(await failure(askTimeServer(name, reach, chrony_rules, at('169.254.1.1')))).toMatchObject({
      reason: 'unreachable',
    })
  })
})

test('reports a closed port and an unknown name', async () => {
  const socket = createSocket('udp4')
  const port = await new Promise<number>((resolve) =>
    socket.bind(0, '127.0.0.1', () => resolve(socket.address().port)),
  )
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  expect(await failure(askTimeServer(`127.0.0.1:${port}`, reach))).toEqual({
    reason: 'unreachable',
    detail: 'ECONNREFUSED',
  })
  expect(await failure(askTimeServer('time.invalid', reach))).toMatchObject({ reason: 'name_unknown' })
})

test.each([['127.0.0.1'], ['localhost'], ['169.254.169.254'], ['0.0.0.0'], ['224.0.1.1']])(
  '%s may not be queried by a device at the kerb',
  async (server) => {
    expect(await failure(askTimeServer(server, { allow_loopback: false }))).toMatchObject({
      reason: 'unreachable',
    })
  },
)

describe('incoming packets', () => {
  const nonce = Buffer.from('0123456789abcdef', 'hex')
  const now = Date.UTC(2026, 10, 21)

  test('ignores arbitrary packets without crashing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
        expect(readAnswer(Buffer.from(bytes), nonce, now, now + 5)).toBeUndefined()
      }),
      { numRuns: 5_000 },
    )
  })

  test('accepts a packet with the nonce only from a synchronized server', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 48, maxLength: 68 }), (bytes) => {
        const packet = Buffer.from(bytes)
        nonce.copy(packet, 24)
        try {
          const answer = readAnswer(packet, nonce, now, now + 5)
          const good_head =
            (packet[0]! & 7) === 4 && ((packet[0]! >> 3) & 7) >= 1 && ((packet[0]! >> 3) & 7) <= 4
          expect(answer !== undefined).toBe(good_head)
          if (!answer) return
          expect([packet[0]! >> 6 === 3, answer.stratum >= 1 && answer.stratum <= 15]).toEqual([false, true])
          expect(Number.isFinite(answer.offset_ms) && answer.delay_ms >= 0).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(SystemError)
          expect((error as SystemError).detail).toMatch(/^[\w ,]{1,40}$/)
        }
      }),
      { numRuns: 5_000 },
    )
  })

  test('a request does not reveal the local time, and times are read in the nearest era', () => {
    expect(requestPacket(nonce).toString('hex')).toBe(`23${'00'.repeat(39)}0123456789abcdef`)
    // The first second of era 1 is the 7th of February 2036.
    expect(momentOfStamp(0, 0, Date.UTC(2036, 1, 7))).toBe(Date.UTC(2036, 1, 7, 6, 28, 16))
    expect(momentOfStamp(0, 0, Date.UTC(1900, 0, 1))).toBe(Date.UTC(1900, 0, 1))
    expect(momentOfStamp(2_208_988_800, 2 ** 31, now)).toBe(500)
  })
})
