/**
 * An SNTP client (RFC 5905, section 14): measures the offset between a time server's clock and ours, and
 * refuses what the time service would refuse. Long because a packet has many ways to be no answer.
 */
import { randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { hostPortOf } from '@parking/contract'
import { SystemError } from '#src/ports/system-error.ts'
import type { TimeServerAnswer } from '#src/ports/clock-port.ts'
import type { Reach, Resolve } from '#src/core/outbound/address.ts'
import { dialAddresses, DialError } from '#src/core/outbound/dial.ts'

const ntp_port = 123
const packet_bytes = 48
/** From 1900, the epoch of NTP, to 1970. */
const epoch_s = 2_208_988_800
const era_s = 2 ** 32
/** When the request is repeated, and the total timeout. The console waits 5 s. */
const tries_ms = [0, 600, 1_300, 2_100]
const total_timeout_ms = 3_200
/** The next address is asked after this time. */
const next_address_ms = 250

/**
 * Milliseconds since 1970 of a 32.32-bit timestamp, in the era nearest to `near_ms` (the era changes in
 * 2036).
 */
export function momentOfStamp(seconds: number, fraction: number, near_ms: number): number {
  const ms = (seconds - epoch_s) * 1000 + (fraction / era_s) * 1000
  return ms + Math.round((near_ms - ms) / (era_s * 1000)) * era_s * 1000
}

/**
 * A request: version 4, client, and a nonce in place of the transmit time, so that an answer cannot be forged
 * blindly.
 */
export function requestPacket(nonce: Uint8Array): Buffer {
  const packet = Buffer.alloc(packet_bytes)
  packet[0] = (4 << 3) | 3
  packet.set(nonce.subarray(0, 8), 40)
  return packet
}

/** What a time service demands of a server beyond RFC 5905. */
export type ServiceRules = {
  min_version: number
  /** The length in bytes is a multiple of this. */
  length_step: number
  /** Half the way to the reference clock and back, with all errors on the way. */
  max_distance_s: number
}
export const chrony_rules: ServiceRules = { min_version: 1, length_step: 4, max_distance_s: 3 }
export const timesyncd_rules: ServiceRules = { min_version: 3, length_step: 1, max_distance_s: 5 }
const no_rules: ServiceRules = { min_version: 1, length_step: 1, max_distance_s: Infinity }

/** Kiss codes (RFC 5905, section 7.4; RFC 8915) of a server that will not serve; others mean no time yet. */
const refusals = ['DENY', 'RSTR', 'RATE', 'AUTH', 'CRYP', 'NKEY', 'RMOT', 'NTSN']

/** Why a packet is not the answer to the request with this nonce; undefined if it is. */
export function mismatch(
  packet: Buffer,
  nonce: Uint8Array,
  { min_version, length_step }: ServiceRules,
): 'length' | 'mode' | 'version' | 'origin' | undefined {
  if (packet.length < packet_bytes || packet.length % length_step > 0) return 'length'
  const [version, mode] = [(packet[0]! >> 3) & 7, packet[0]! & 7]
  if (mode !== 4) return 'mode'
  if (version < min_version || version > 4) return 'version'
  return packet.subarray(24, 32).equals(nonce.subarray(0, 8)) ? undefined : 'origin'
}

/**
 * Reads the answer to the request with this nonce, sent and received at these moments (ms since 1970).
 * Undefined if the packet is not that answer. Throws a SystemError when the server refuses service
 * (`turned_away`, with its code) or has no time that the service would take (`not_synchronized`).
 */
export function readAnswer(
  packet: Buffer,
  nonce: Uint8Array,
  sent_ms: number,
  received_ms: number,
  rules: ServiceRules = no_rules,
): TimeServerAnswer | undefined {
  if (mismatch(packet, nonce, rules)) return undefined
  const [leap, stratum] = [packet[0]! >> 6, packet[1]!]
  const code = packet.toString('latin1', 12, 16).replace(/[^A-Z0-9]/gi, '')
  if (stratum === 0 && refusals.includes(code))
    throw new SystemError('turned_away', 'The time server answers that it will not serve this box', code)
  // A server that has never been set sends zeros, which would be read as a moment of the year 2036.
  const unset = (at: number) => packet.readUInt32BE(at) === 0 && packet.readUInt32BE(at + 4) === 0
  const no_time = (detail: string) =>
    new SystemError('not_synchronized', 'The time server has no time itself', detail)
  if (stratum === 0 && code !== '') throw no_time(code)
  if (stratum === 0 || stratum > 15 || leap === 3 || unset(32) || unset(40))
    throw no_time(`stratum ${stratum}, leap ${leap}`)
  const distance_s = packet.readUInt32BE(4) / 65_536 / 2 + packet.readUInt32BE(8) / 65_536
  if (distance_s > rules.max_distance_s) throw no_time(`root distance ${distance_s.toFixed(1)} s`)
  const there_in = momentOfStamp(packet.readUInt32BE(32), packet.readUInt32BE(36), sent_ms)
  const there_out = momentOfStamp(packet.readUInt32BE(40), packet.readUInt32BE(44), received_ms)
  const delay = received_ms - sent_ms - (there_out - there_in)
  return {
    offset_ms: thousandths((there_in - sent_ms + (there_out - received_ms)) / 2),
    delay_ms: thousandths(Math.max(0, delay)),
    stratum,
  }
}

const thousandths = (ms: number): number => Math.round(ms * 1000) / 1000 + 0

/**
 * Asks `host` or `host:port`, each of its addresses up to four times in 3.2 s. Throws a SystemError:
 * name_unknown, unreachable, timeout, turned_away, not_synchronized, bad_answer.
 */
export async function askTimeServer(
  server: string,
  reach: Reach,
  rules: ServiceRules = no_rules,
  resolve?: Resolve,
): Promise<TimeServerAnswer> {
  const { host, port = ntp_port } = hostPortOf(server) ?? { host: server }
  const began = performance.now()
  const addresses = await dialAddresses({
    host: host.replace(/^\[|\]$/g, ''),
    reach,
    resolve,
    timeout_ms: total_timeout_ms - 500,
  }).catch((error: unknown) => {
    throw new SystemError(
      error instanceof DialError && error.step === 'address' ? 'unreachable' : 'name_unknown',
      'The time server has no address',
      host,
    )
  })
  const end_ms = Math.max(began + total_timeout_ms, performance.now() + 500)
  const done = new AbortController()
  try {
    return await Promise.any(
      addresses.map(async (address, at) => {
        // An address is asked at once or, after the first, while the one before may still answer.
        await delay(Math.min(at, 6) * next_address_ms, undefined, { signal: done.signal })
        return askAddress(address, port, { end_ms, rules, signal: done.signal })
      }),
    )
  } catch (error) {
    const failures = (error as AggregateError).errors as SystemError[]
    throw failures.toSorted((a, b) => rank(a) - rank(b))[0]
  } finally {
    done.abort()
  }
}

/** What says most about the server comes first. */
function rank({ reason, detail }: SystemError): number {
  if (detail === 'ECONNREFUSED') return ranks.indexOf('timeout') - 0.5
  return ranks.indexOf(reason as (typeof ranks)[number])
}
const ranks = ['turned_away', 'not_synchronized', 'bad_answer', 'timeout', 'unreachable'] as const

type Asking = { end_ms: number; rules: ServiceRules; signal: AbortSignal }

async function askAddress(address: string, port: number, asking: Asking): Promise<TimeServerAnswer> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  const timers: NodeJS.Timeout[] = []
  const end = new Promise<never>((_, reject) => {
    asking.signal.addEventListener('abort', () => reject(asking.signal.reason as Error), { once: true })
  })
  const answer = new Promise<TimeServerAnswer>((resolve, reject) => {
    socket.on('error', (error: NodeJS.ErrnoException) =>
      reject(new SystemError('unreachable', 'The time server cannot be reached', error.code)),
    )
    // Connected: packets from other senders are dropped, and a closed port is reported at once.
    // A callback would get the error too, as with an address that has no route.
    socket.once('connect', () => ask(socket, asking, timers, resolve, reject))
    socket.connect(port, address)
  })
  try {
    return await Promise.race([answer, end])
  } finally {
    for (const timer of timers) clearTimeout(timer)
    socket.close()
  }
}

function ask(
  socket: Socket,
  { end_ms, rules }: Asking,
  timers: NodeJS.Timeout[],
  resolve: (answer: TimeServerAnswer) => void,
  reject: (error: unknown) => void,
): void {
  const start = { wall: Date.now(), steady: performance.now() }
  const timeout_ms = end_ms - start.steady
  // Monotonic between request and answer, even if the clock is set in between.
  const now = () => start.wall + performance.now() - start.steady
  const asked: { nonce: Buffer; sent_ms: number }[] = []
  let wrong: string | undefined
  socket.on('message', (packet) => {
    const received_ms = now()
    try {
      for (const { nonce, sent_ms } of asked) {
        const answer = readAnswer(packet, nonce, sent_ms, received_ms, rules)
        if (answer) return resolve(answer)
        wrong = mismatch(packet, nonce, rules)
      }
    } catch (error) {
      reject(error)
    }
  })
  for (const at of tries_ms.filter((ms) => ms < timeout_ms)) {
    timers.push(
      setTimeout(() => {
        const nonce = randomBytes(8)
        asked.push({ nonce, sent_ms: now() })
        socket.send(requestPacket(nonce))
      }, at),
    )
  }
  timers.push(
    setTimeout(() => {
      reject(
        wrong === undefined
          ? new SystemError('timeout', 'The time server did not answer', `${total_timeout_ms / 1000} s`)
          : new SystemError('bad_answer', 'The packet is not an answer to the request', wrong),
      )
    }, timeout_ms),
  )
}
