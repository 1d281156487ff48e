/**
 * Handles plain HTTP on a device with HTTPS: pages are redirected; calls are refused, because their token has
 * already been exposed. Runs after host-guard.ts: the name in a redirect is the device's own.
 */
import type { FastifyInstance } from 'fastify'
import { denied } from '../core/refusal.ts'
import { envelopeOf, send } from './answer.ts'
import { wantsPage } from './wants-page.ts'

/** `hstsSeconds`: 0 tells browsers not to insist on HTTPS any more; undefined if they were never asked to. */
export function guardByTransport(app: FastifyInstance, hstsSeconds: () => number | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') {
      const seconds = hstsSeconds()
      if (seconds !== undefined) reply.header('strict-transport-security', `max-age=${seconds}`)
      return
    }
    // Programs on the box check whether the server runs, and pages whether a new address answers.
    if (request.routeOptions.url === '/healthz') return
    if ((request.method === 'GET' || request.method === 'HEAD') && wantsPage(request))
      // Not permanent: HTTPS may be turned off again.
      return reply.header('cache-control', 'no-store').redirect(`https://${request.host}${request.url}`, 307)
    return send(reply, envelopeOf(denied('This device is reached by HTTPS only'), request), 403)
  })
}
