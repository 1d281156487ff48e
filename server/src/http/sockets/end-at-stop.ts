/**
 * Ends the connections of a server that stops: those without a request at once, the others after their
 * requests.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ConnectionRegistry } from './connection-registry.ts'

/** How often to look for connections whose answer was sent after the stop began. */
const check_ms = 50

/**
 * `finish_ms`: how long requests in progress may take. The result reports whether the stop has begun. Node
 * would wait for a connection that was never used, which browsers open in advance, and for one that was
 * upgraded from HTTP.
 */
export function endAtStop(
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
