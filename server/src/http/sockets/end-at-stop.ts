/** Ends the connections of a server that stops: those without a request at once, the others in order. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ConnectionBook } from './connection-book.ts'

/** How often a connection is looked for whose answer was sent after the stop began. */
const look_ms = 50

/**
 * `finish_ms`: how long requests under way may take. The result says whether the stop has begun. Node would
 * wait for a connection that has never been used, which browsers open early, and for one that left HTTP.
 */
export function endAtStop(
  app: FastifyInstance,
  book: ConnectionBook<Socket>,
  finish_ms: number,
): { begun(): boolean } {
  const { server } = app as { server: Server }
  let begun = false
  let [looks, cut]: [NodeJS.Timeout | undefined, NodeJS.Timeout | undefined] = [undefined, undefined]
  app.addHook('preClose', async () => {
    begun = true
    for (const socket of book.silent()) socket.destroy()
    looks = setInterval(() => server.closeIdleConnections(), look_ms)
    cut = setTimeout(() => {
      for (const socket of book.all()) socket.destroy()
    }, finish_ms)
  })
  // Runs once the server has closed, because it is registered before that.
  app.addHook('onClose', async () => {
    clearInterval(looks)
    clearTimeout(cut)
  })
  return { begun: () => begun }
}
