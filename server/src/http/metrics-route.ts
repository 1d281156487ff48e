/**
 * `GET /metrics` for Prometheus, with a token of its own (docs/metrics.md). While it is turned off, the
 * device answers as if the page did not exist.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { code, log_type } from '@parking/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '../core/address.ts'
import { LogThrottle } from '../core/flow/log-throttle.ts'
import { formatFor } from '../metrics/exposition.ts'
import type { MetricsNeeds } from '../metrics/families.ts'
import { metricsSettings } from '../metrics/metrics.store.ts'
import type { MetricsPage } from '../metrics/page.ts'
import { isToken } from '../metrics/token.ts'
import { envelopeOf, send } from './answer.ts'
import { encodingFor } from './console/encoding.ts'

const packed = promisify(gzip)
/** Compressing a body of 8 kB costs less than sending it over mobile data. */
const level = 5

export function serveMetrics(app: FastifyInstance, deps: MetricsNeeds & { metrics_page: MetricsPage }): void {
  const throttle = new LogThrottle(600_000)
  // Prometheus reads the status and not the envelope: an overloaded device answers 503.
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    send(reply, envelopeOf(error, request), 503)

  app.get('/metrics', { errorHandler }, async (request, reply) => {
    const { enabled, token_sha256 } = metricsSettings(deps.db)
    if (!enabled) return reply.callNotFound()
    const by = addressOf(request.ip)
    if (!isToken(request.headers.authorization, token_sha256)) {
      const times = throttle.count(by, deps.now())
      if (times !== undefined)
        deps.log.warn(
          { log_type: log_type.service, what: 'metrics_refused', address: by, times },
          'refused a scrape without the right token',
        )
      return send(
        reply.header('www-authenticate', 'Bearer realm="metrics"'),
        { code: code.token_expired, message: 'The metrics need their own token', request_id: request.id },
        401,
      )
    }
    const { type, text } = await deps.metrics_page.read(deps, by, formatFor(request.headers.accept))
    reply.headers({ 'cache-control': 'no-store', vary: 'accept, accept-encoding' }).type(type)
    if (encodingFor(request.headers['accept-encoding'], ['gzip']) === undefined) return reply.send(text)
    return reply.header('content-encoding', 'gzip').send(await packed(text, { level }))
  })
}
