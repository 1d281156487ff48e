/** The SNTP client against a real time server, and against invalid UDP answers. */
import { createSocket } from 'node:dgram'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTimeServer, type TimeServer } from '@parking/sim/peers/time-server.ts'
import { askTimeServer, momentOfStamp, requestPacket, readAnswer } from '#src/adapters/system/sntp.ts'
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
      { reason: 'bad_answer', detail: '4 packets' },
      { reason: 'bad_answer', detail: '4 packets' },
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
