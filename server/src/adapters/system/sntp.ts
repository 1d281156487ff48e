/**
 * An SNTP client (RFC 5905, section 14): measures the offset between a time server's clock and ours; never
 * sets a clock.
 */
import { randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { hostPortOf } from '@parking/contract'
import { SystemError } from '#src/ports/system-error.ts'
import type { TimeServerAnswer } from '#src/ports/clock-port.ts'
import { ForbiddenAddress, guardedLookup, hostIssue, type Reach } from '#src/core/outbound/address.ts'

const ntp_port = 123
const packet_bytes = 48
/** From 1900, the epoch of NTP, to 1970. */
const epoch_s = 2_208_988_800
const era_s = 2 ** 32
/** When the request is repeated, and the total timeout. The console waits 5 s. */
const tries_ms = [0, 600, 1_300, 2_100]
const total_timeout_ms = 3_200

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

/**
 * Reads the answer to the request with this nonce, sent and received at these moments (ms since 1970).
 * Undefined if the packet is not that answer: too short, another mode, another nonce. Throws a SystemError
 * when the server refuses service or has no time.
 */
export function readAnswer(
  packet: Buffer,
  nonce: Uint8Array,
  sent_ms: number,
  received_ms: number,
): TimeServerAnswer | undefined {
  if (packet.length < packet_bytes) return undefined
  const [leap, version, mode, stratum] = [packet[0]! >> 6, (packet[0]! >> 3) & 7, packet[0]! & 7, packet[1]!]
  if (mode !== 4 || version < 1 || version > 4 || !packet.subarray(24, 32).equals(nonce.subarray(0, 8)))
    return undefined
  if (stratum === 0) {
    const code = packet.toString('latin1', 12, 16).replace(/[^A-Z0-9]/gi, '')
    throw new SystemError(
      'turned_away',
      'The time server answers that it will not serve this box',
      code || 'kiss of death',
    )
  }
  const [transmit_s, transmit_f] = [packet.readUInt32BE(40), packet.readUInt32BE(44)]
  if (stratum > 15 || leap === 3 || (transmit_s === 0 && transmit_f === 0)) {
    throw new SystemError(
      'not_synchronized',
      'The time server has no time itself',
      `stratum ${stratum}, leap ${leap}`,
    )
  }
  const there_in = momentOfStamp(packet.readUInt32BE(32), packet.readUInt32BE(36), sent_ms)
  const there_out = momentOfStamp(transmit_s, transmit_f, received_ms)
  const delay = received_ms - sent_ms - (there_out - there_in)
  return {
    offset_ms: thousandths((there_in - sent_ms + (there_out - received_ms)) / 2),
    delay_ms: thousandths(Math.max(0, delay)),
    stratum,
  }
}

const thousandths = (ms: number): number => Math.round(ms * 1000) / 1000 + 0

/**
 * Asks `host` or `host:port`, up to four times in 3.2 s. Throws a SystemError: name_unknown, unreachable,
 * timeout, turned_away, not_synchronized, bad_answer.
 */
export async function askTimeServer(server: string, reach: Reach): Promise<TimeServerAnswer> {
  const { host, port = ntp_port } = hostPortOf(server) ?? { host: server }
  const began = performance.now()
  const { address, family } = await resolved(host, reach)
  const left_ms = Math.max(500, total_timeout_ms - (performance.now() - began))
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  const timers: NodeJS.Timeout[] = []
  try {
    return await new Promise<TimeServerAnswer>((resolve, reject) => {
      socket.on('error', (error) =>
        reject(
          new SystemError(
            'unreachable',
            'The time server cannot be reached',
            'code' in error ? String(error.code) : '',
          ),
        ),
      )
      // Connected: packets from other senders are dropped, and a closed port is reported at once.
      socket.connect(port, address, () => ask(socket, left_ms, timers, resolve, reject))
    })
  } finally {
    for (const timer of timers) clearTimeout(timer)
    socket.close()
  }
}

function ask(
  socket: Socket,
  timeout_ms: number,
  timers: NodeJS.Timeout[],
  resolve: (answer: TimeServerAnswer) => void,
  reject: (error: unknown) => void,
): void {
  const start = { wall: Date.now(), steady: performance.now() }
  // Monotonic between request and answer, even if the clock is set in between.
  const now = () => start.wall + performance.now() - start.steady
  const asked: { nonce: Buffer; sent_ms: number }[] = []
  let unmatched = 0
  socket.on('message', (packet) => {
    const received_ms = now()
    try {
      for (const { nonce, sent_ms } of asked) {
        const answer = readAnswer(packet, nonce, sent_ms, received_ms)
        if (answer) return resolve(answer)
      }
      unmatched += 1
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
        unmatched > 0
          ? new SystemError(
              'bad_answer',
              'The packet is not an answer to the request',
              `${unmatched} packets`,
            )
          : new SystemError('timeout', 'The time server did not answer', `${total_timeout_ms / 1000} s`),
      )
    }, timeout_ms),
  )
}

function resolved(host: string, reach: Reach): Promise<{ address: string; family: number }> {
  return new Promise((resolve, reject) => {
    const forbidden = () => new SystemError('unreachable', 'This address may not be reached', host)
    if (hostIssue(host, reach)) return reject(forbidden())
    const timer = setTimeout(
      () => reject(new SystemError('name_unknown', 'The name servers did not answer', host)),
      total_timeout_ms - 500,
    )
    guardedLookup(reach)(host, { all: false }, (error, address, family) => {
      clearTimeout(timer)
      if (error instanceof ForbiddenAddress) reject(forbidden())
      else if (error || typeof address !== 'string')
        reject(new SystemError('name_unknown', 'There is no such name', host))
      else resolve({ address, family: family ?? 4 })
    })
  })
}
