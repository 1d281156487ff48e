/**
 * Sits between the listening socket and HTTP: counts connections before anything is read from them, and
 * closes those of peers that stay silent, send too slowly or never read.
 */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { log_type } from '@parking/contract'
import type { FastifyInstance } from 'fastify'
import { addressOf } from '#src/core/address.ts'
import type { Deps } from '#src/core/deps.ts'
import { LogThrottle } from '#src/core/flow/log-throttle.ts'
import type { DeviceCertificate } from '#src/tls/device-certificate.ts'
import { openTlsSide, peerOf } from './tls-side.ts'
import { type Caps, capsWithin, ConnectionRegistry, type Standing } from './connection-registry.ts'

/** In milliseconds. A phone on a bad link sends its headers within a second. */
export type Deadlines = {
  /** From the connection to the end of the headers. */
  headers: number
  /** For the TLS handshake. */
  handshake: number
  /** How often the above is checked. */
  check: number
  /** Without a byte in either direction while the peer must send or read. */
  idle: number
  /** Between two requests. */
  keep_alive: number
  /** For requests in progress when the server stops. */
  finish: number
}
export const default_deadlines: Deadlines = {
  headers: 5_000,
  handshake: 4_000,
  check: 1_000,
  idle: 10_000,
  keep_alive: 30_000,
  finish: 5_000,
}

/**
 * Large, so that the SYN packets of a flood do not displace those of others; the kernel caps it at somaxconn.
 */
export const backlog = 4_096

export type SocketOptions = { caps?: Caps | undefined; deadlines?: Deadlines | undefined }
type Needs = Pick<Deps, 'log' | 'now'> & {
  /** Classifies an address before it has sent anything. */
  standingOf(address: string): Standing
  /** If given, HTTPS and HTTP arrive on the same port. */
  certificate?: DeviceCertificate | undefined
}

/** Replaces the server's own listener for connections, and passes the admitted ones to it. */
export function guardSockets(
  app: FastifyInstance,
  { log, now, standingOf, certificate }: Needs,
  { caps = capsWithin(maxFiles()), deadlines = default_deadlines }: SocketOptions = {},
): void {
  const { server } = app as { server: Server }
  const connections = new ConnectionRegistry<Socket>(caps)
  const stop = endAtStop(app, connections, deadlines.finish)
  const throttle = new LogThrottle(600_000)
  const used = new Map<string, () => void>()
  const answers = new WeakMap<object, { request: IncomingMessage; answer: ServerResponse }>()
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  const serveHttp = (socket: Socket) => {
    for (const listener of listeners) listener.call(server, socket)
  }
  const tls =
    certificate &&
    openTlsSide(certificate, { first_byte_ms: deadlines.headers, handshake_ms: deadlines.handshake })
  if (tls) app.addHook('preClose', async () => tls.stop())
  /** An error here would end the process. */
  const standing = (address: string): Standing => {
    try {
      return standingOf(address)
    } catch (error) {
      log.warn({ err: error, address }, 'the whitelist could not be read')
      return 'stranger'
    }
  }
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (stop.begun()) return void socket.resetAndDestroy()
    // A peer that resets a connection at once has no address any more.
    const address = addressOf(socket.remoteAddress)
    const entry = connections.enter(socket, address, standing(address))
    if (!entry.admitted) {
      socket.resetAndDestroy()
      if (entry.full) server.closeIdleConnections() // makes room for the next one
      const times = throttle.count(entry.client, now())
      if (times !== undefined)
        log.warn(
          { log_type: log_type.service, what: 'connections_refused', address: entry.client, times },
          'too many connections at once',
        )
      return
    }
    const peer = peerOf(socket)
    used.set(peer, entry.markUsed)
    socket.once('close', () => {
      used.delete(peer)
      entry.leave()
    })
    if (tls) tls.take(socket, serveHttp)
    else serveHttp(socket)
  })
  server.prependListener('request', (request: IncomingMessage, answer: ServerResponse) => {
    used.get(peerOf(request.socket))?.()
    answers.set(request.socket, { request, answer })
  })
  server.prependListener('upgrade', (request: IncomingMessage) => used.get(peerOf(request.socket))?.())
  server.keepAliveTimeout = deadlines.keep_alive
  // Without a listener Node closes every idle connection, even one whose handler is slow.
  server.setTimeout(deadlines.idle, (socket: Socket) => {
    const { request, answer } = answers.get(socket) ?? {}
    const handler_works =
      request?.complete === true && answer?.writableEnded === false && socket.writableLength === 0
    if (handler_works) socket.setTimeout(deadlines.idle)
    else socket.destroy()
  })
}

/** Options of the server's constructor for checking headers. */
export const httpOptions = ({ headers, check }: Deadlines = default_deadlines) => ({
  headersTimeout: headers,
  connectionsCheckingInterval: check,
  // Node's own refusal of such a request would lack the security headers; host-guard.ts refuses it instead.
  requireHostHeader: false,
})

/** How many files this process may open; Node raises the soft limit to the hard one at its start. */
function maxFiles(): number {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return found === undefined ? Number.POSITIVE_INFINITY : Number(found)
  } catch {
    return 1_024
  }
}

/** How often to look for connections whose answer was sent after the stop began. */
const check_ms = 50

/**
 * `finish_ms`: how long requests in progress may take. The result reports whether the stop has begun. Node
 * would wait for a connection that was never used, which browsers open in advance, and for one that was
 * upgraded from HTTP.
 */
function endAtStop(
  app: FastifyInstance,
  connections: ConnectionRegistry<Socket>,
  finish_ms: number,
): { begun(): boolean } {
  const { server } = app as { server: Server }
  let begun = false
  let [checks, cut]: [NodeJS.Timeout | undefined, NodeJS.Timeout | undefined] = [undefined, undefined]
  app.addHook('preClose', async () => {
    begun = true
    for (const socket of connections.silent()) socket.destroy()
    checks = setInterval(() => server.closeIdleConnections(), check_ms)
    cut = setTimeout(() => {
      for (const socket of connections.all()) socket.destroy()
    }, finish_ms)
  })
  // Runs once the server has closed, because it is registered before that.
  app.addHook('onClose', async () => {
    clearInterval(checks)
    clearTimeout(cut)
  })
  return { begun: () => begun }
}
