/**
 * The answers that no route and no hook sends: to what is not HTTP, to an `Expect` that cannot be met, and to
 * a WebSocket handshake that is malformed. They carry the same headers as every other answer.
 */
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { code } from '@parking/contract'
import type { FastifyInstance } from 'fastify'
import { security_headers } from './security.ts'

type Status = 400 | 417

/** Ends the connection with a refusal. */
export function refuseConnection(socket: Duplex, status: Status, message: string): void {
  if (!socket.writable) return void socket.destroy()
  const { headers, body } = refusalOf(message)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
}

/** Must be called once the WebSocket server exists. */
export function answerBelowRoutes(app: FastifyInstance): void {
  // Node leaves the connection of an upgrade to us; one that a hook has refused would stay open.
  const upgrades = new WeakSet<object>()
  app.server.prependListener('upgrade', (request: IncomingMessage) => void upgrades.add(request))
  app.addHook('onResponse', async ({ raw }) => {
    if (upgrades.has(raw)) raw.socket.destroySoon()
  })
  app.server.on('checkExpectation', (_request, response) => {
    const { headers, body } = refusalOf('The expectation cannot be met')
    response.writeHead(417, headers).end(body)
  })
  app.websocketServer.on('wsClientError', (_error, socket) =>
    refuseConnection(socket, 400, 'The WebSocket request is not well formed'),
  )
  app.websocketServer.on('headers', (lines) => {
    for (const [name, value] of Object.entries(security_headers)) lines.push(`${name}: ${value}`)
  })
}

function refusalOf(message: string): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify({ code: code.format_error, message })
  const headers = {
    ...security_headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }
  return { headers, body }
}
