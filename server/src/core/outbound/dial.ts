/**
 * The one way to open a TCP connection to a peer. Every address of a name is tried, both families in turn
 * (RFC 8305), and none is given up while it may still answer: handshakes take seconds on a mobile link.
 */
import type { LookupAddress } from 'node:dns'
import { connect, isIP, type Socket } from 'node:net'
import { deviceSentence } from '@parking/contract'
import { allowedAddresses, ForbiddenAddress, hostIssue, type Reach, type Resolve } from './address.ts'

/** How far a connection got: the address as typed, the look-up of its name, the connection. */
export type DialStep = 'address' | 'name' | 'connect'

/** `code` is the system's (`ECONNREFUSED`), `EFORBIDDEN`, or `ETIMEDOUT` if nothing answered in time. */
export class DialError extends Error {
  override readonly name = 'DialError'
  readonly step: DialStep
  readonly code: string
  constructor(step: DialStep, code: string, message: string) {
    super(message)
    this.step = step
    this.code = code
  }
}

export type DialOptions = {
  /** A name, or an address without brackets. */
  host: string
  port: number
  reach: Reach
  /** Replaces the system's look-up in tests. */
  resolve?: Resolve | undefined
  /** Milliseconds for the look-up and all attempts; a caller without it bounds them by `signal`. */
  timeout_ms?: number
  /** Ends the attempts, not the connection that was made. */
  signal?: AbortSignal | undefined
  /** Called once the name has addresses; at once for a literal address. */
  found?: () => void
}

/** The next address is tried after this time, or once the one before has failed (RFC 8305, section 5). */
const next_address_ms = 250
/** One that was mute is tried last, after this time: it may be quick to take a connection. */
const mute_address_ms = 3_000
/** More addresses than this are not tried. */
const max_addresses = 8

/** Resolves with an open connection; rejects with a DialError. */
export async function dial(options: DialOptions): Promise<Socket> {
  const ends = endOf(options)
  const addresses = await addressesOf(options, ends)
  options.found?.()
  const { mute } = options.reach
  const isMute = (address: string) => mute?.has(address, options.port) === true
  const order = [...addresses.filter((one) => !isMute(one)), ...addresses.filter(isMute)]
  const wait_ms = (address: string) => (isMute(address) ? mute_address_ms : next_address_ms)
  const socket = await race(order, wait_ms, options.port, ends, () => tooLate('connect', options))
  mute?.watch(socket)
  return socket
}

type LookUp = Pick<DialOptions, 'host' | 'reach' | 'resolve' | 'timeout_ms' | 'signal'>

/** The addresses that `dial` would try, in their order; rejects with a DialError. */
export const dialAddresses = (options: LookUp): Promise<string[]> => addressesOf(options, endOf(options))

const endOf = ({ timeout_ms, signal }: LookUp): AbortSignal => {
  const late = timeout_ms === undefined ? undefined : AbortSignal.timeout(timeout_ms)
  return AbortSignal.any([late, signal].filter((one) => one !== undefined))
}

const tooLate = (step: DialStep, { signal }: LookUp): DialError =>
  signal?.aborted
    ? new DialError(step, 'ABORT_ERR', deviceSentence('given_up'))
    : new DialError(step, 'ETIMEDOUT', deviceSentence('no_connection_in_time'))

const forbidden = (message: string) => new DialError('address', 'EFORBIDDEN', message)

async function addressesOf(options: LookUp, ends: AbortSignal): Promise<string[]> {
  const { host, reach, resolve } = options
  if (host === '' || hostIssue(host, reach)) throw forbidden(deviceSentence('address_forbidden'))
  if (isIP(host)) return [host]
  return new Promise((done, reject) => {
    const end = () => reject(tooLate('name', options))
    if (ends.aborted) return end()
    ends.addEventListener('abort', end, { once: true })
    allowedAddresses(host, reach, resolve)
      .then((found) => done(inTurn(found)))
      .catch((error: NodeJS.ErrnoException) =>
        reject(
          error instanceof ForbiddenAddress
            ? forbidden(error.message)
            : new DialError('name', error.code ?? '', error.code ?? error.message),
        ),
      )
      .finally(() => ends.removeEventListener('abort', end))
  })
}

/** The families in turn, beginning with the one that the system prefers. */
export function inTurn(found: readonly LookupAddress[]): string[] {
  const preferred = found.filter(({ family }) => family === found[0]?.family)
  const others = found.filter(({ family }) => family !== found[0]?.family)
  const order = found.flatMap((_, at) => [preferred[at], others[at]])
  return [...new Set(order.flatMap((one) => one?.address ?? []))].slice(0, max_addresses)
}

function race(
  addresses: readonly string[],
  wait_ms: (address: string) => number,
  port: number,
  ends: AbortSignal,
  why: () => DialError,
): Promise<Socket> {
  return new Promise((done, reject) => {
    const waiting = [...addresses]
    const open = new Set<Socket>()
    let failure: DialError | undefined
    let timer: NodeJS.Timeout | undefined
    const settle = (winner?: Socket) => {
      clearTimeout(timer)
      ends.removeEventListener('abort', end)
      for (const socket of open) if (socket !== winner) socket.destroy()
    }
    const end = () => {
      settle()
      reject(failure?.code === 'ECONNREFUSED' ? failure : why())
    }
    const next = () => {
      clearTimeout(timer)
      const host = waiting.shift()
      if (host === undefined) {
        if (open.size > 0) return
        settle()
        return reject(failure ?? why())
      }
      const socket = connect({ host, port, keepAlive: true, noDelay: true })
      open.add(socket)
      const failed = (error: NodeJS.ErrnoException) => {
        socket.destroy()
        open.delete(socket)
        // "Nothing listens" tells more than an address that has no route.
        if (failure?.code !== 'ECONNREFUSED')
          failure = new DialError('connect', error.code ?? '', error.code ?? error.message)
        next()
      }
      socket.once('error', failed)
      socket.once('connect', () => {
        socket.off('error', failed)
        settle(socket)
        done(socket)
      })
      if (waiting[0] !== undefined) timer = setTimeout(next, wait_ms(waiting[0]))
    }
    if (ends.aborted) return end()
    ends.addEventListener('abort', end, { once: true })
    next()
  })
}
