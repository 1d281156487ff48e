/** Builds the HTTP application from the runtime, so that a test can build its own. */
import type { Runtime } from './runtime.ts'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import rateLimit from '@fastify/rate-limit'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { answerBelowRoutes, refuseConnection } from './http/answers-below-routes.ts'
import { compressAnswers } from './http/compress.ts'
import { consolePlugin } from './http/console/console-plugin.ts'
import { manualPlugin } from './http/console/manual-plugin.ts'
import type { Deps } from './core/deps.ts'
import { audit_subjects, handlers } from './handlers.ts'
import { serveLive } from './http/live-route.ts'
import { guardByTransport } from './http/transport-guard.ts'
import { guardByHost, hostRule } from './http/host-guard.ts'
import { guardByLoad } from './http/load-guard.ts'
import { serveMetrics } from './http/metrics-route.ts'
import { serveMedia } from './http/media-route.ts'
import { serveDownloads } from './http/download-routes.ts'
import { withoutPorts } from './core/address.ts'
import { notFound } from './core/refusal.ts'
import { security_headers } from './http/security.ts'
import { envelopeOf, send } from './http/answer.ts'
import { parseJsonBodies } from './http/json-body.ts'
import { serveSecurityText } from './http/security-txt.ts'
import { serve } from './http/serve.ts'
import { serveHandoverSheet } from './http/handover-route.ts'
import { serveErasureCertificate } from './http/erasure-route.ts'
import { serveSupportBundles } from './http/support-bundle-route.ts'
import { guardSockets, httpOptions, type SocketOptions } from './http/sockets/socket-guard.ts'
import { clientOf, standingBy } from './http/sockets/connection-registry.ts'
import { guardByWhitelist } from './http/whitelist-guard.ts'

const body_limit = 1024 * 1024
/**
 * Requests that one address may make in 5 s. Programs on the box are not counted. A polling page makes about
 * a dozen.
 */
const burst = { max: 600, timeWindow: 5_000 }
const loopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address)

const noSchemas = (): never => {
  throw new Error('A route has its own schema: schemas belong to the contract')
}

/** Three times the server's usual maximum: above it, calls are refused with 6000. */
const max_rss_bytes_default = 768 * 1024 * 1024

export type AppOptions = {
  console_folder?: string
  manual_folder?: string
  max_rss_bytes?: number
  sockets?: SocketOptions
  /** How often a viewer of the live view is checked, in milliseconds. */
  live_check_ms?: number
  /** Names that the device answers to in addition to its host name. */
  names?: readonly string[]
  /** Networks of reverse proxies whose X-Forwarded headers are trusted. */
  proxies?: readonly string[]
  /** Whether to serve HTTPS; plain HTTP requests are then redirected or refused. */
  tls?: boolean
}

/**
 * Returns the application, ready to listen or to be injected into. `console_folder` is the built console and
 * `manual_folder` the built manual, if any. `max_rss_bytes` 0 means no limit, for a process that runs more
 * than a server.
 */
export async function createApp(deps: Runtime, options: AppOptions = {}): Promise<FastifyInstance> {
  const { names = [], proxies = [], tls = false } = options
  const app = fastify({
    http: httpOptions(options.sockets?.deadlines),
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomBytes(8).toString('hex'),
    requestIdHeader: false,
    trustProxy: proxies.length > 0 ? [...proxies] : false,
    bodyLimit: body_limit,
    // A phone on a bad link is slow; a connection that is silent for two minutes is dead.
    requestTimeout: 120_000,
    // A box that has just started is busy; ten seconds, the default, may be too short.
    pluginTimeout: 120_000,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    // The contract checks bodies and answers. Without these the framework
    // would load JSON Schema compilers, a third of all modules, for nothing.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // An invalid URL never reaches a hook or the console, which has a page for unknown addresses.
    frameworkErrors: (_error, request, reply) => {
      const answer = reply.headers(security_headers) as FastifyReply
      if (request.method === 'GET' && request.headers.accept?.includes('text/html'))
        void answer.redirect('/404', 302)
      else void send(answer, notFoundEnvelope(request as FastifyRequest), 404)
    },
    clientErrorHandler: (error, socket) => {
      // Browsers open connections in advance, and would read a refusal as the answer to their next request.
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroy()
      else refuseConnection(socket, 400, 'The request is not well formed')
    },
  })
  guardSockets(
    app,
    {
      ...deps,
      standingOf: standingBy(deps.whitelist, proxies),
      certificate: tls ? deps.certificate : undefined,
    },
    options.sockets,
  )
  app.removeContentTypeParser('text/plain')
  parseJsonBodies(app)
  if (proxies.length > 0)
    app.addHook('onRequest', async ({ raw: { headers } }) => {
      const forwarded = headers['x-forwarded-for']
      if (forwarded) headers['x-forwarded-for'] = withoutPorts(String(forwarded))
    })
  app.addHook('onRequest', async (_request, reply) => void reply.headers(security_headers))
  guardByWhitelist(app, deps)
  guardByHost(
    app,
    hostRule(() => [...names, ...(tls ? deps.certificate.names() : [])]),
  )
  if (tls) guardByTransport(app, () => deps.certificate.hstsSeconds())
  await app.register(rateLimit, {
    ...burst,
    allowList: (request) => loopback(request.ip),
    keyGenerator: (request) => clientOf(request.ip),
  })
  guardByLoad(app, options.max_rss_bytes ?? max_rss_bytes_default)
  compressAnswers(app)
  app.setErrorHandler((error, request, reply) => send(reply, envelopeOf(error, request)))

  await serveLive(app, deps, options.live_check_ms)
  answerBelowRoutes(app)
  serve(app, deps, handlers, audit_subjects)
  // Other paths below these prefixes are answered with an envelope.
  const answerNotFound = async (request: FastifyRequest, reply: FastifyReply) =>
    send(reply, notFoundEnvelope(request))
  for (const url of ['/api', '/api/*', '/vue-element-admin/*'])
    app.all(url, { onRequest: answerNotFound }, answerNotFound)
  serveMedia(app, deps)
  serveSupportBundles(app, deps)
  serveErasureCertificate(app, deps)
  serveHandoverSheet(app, deps)
  serveDownloads(app, deps)
  // During a network trial, a console page loaded from another address checks that this address answers; the
  // page cannot read the answer.
  app.get('/healthz', (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' })
      .send({ status: 'ok' }),
  )
  serveMetrics(app, deps)
  await serveManual(app, deps, options.manual_folder)
  await serveConsole(app, deps, options.console_folder)
  app.setNotFoundHandler((request, reply) => send(reply, notFoundEnvelope(request), 404))
  await app.ready()
  return app
}

/** A device always has the console; in a checkout it may not have been built yet. */
async function serveConsole(
  app: FastifyInstance,
  { log, now }: Deps,
  folder: string | undefined,
): Promise<void> {
  if (folder === undefined) return
  serveSecurityText(app, folder, now)
  if (existsSync(join(folder, 'console.json'))) await app.register(consolePlugin, { root: folder })
  else log.warn({ folder }, 'the console is not built: only the calls are served')
}

/** The device works without the manual; `npm start` builds it beside the running device. */
async function serveManual(app: FastifyInstance, { log }: Deps, folder: string | undefined): Promise<void> {
  if (folder === undefined) return
  await app.register(manualPlugin, { prefix: '/help', root: folder })
  if (!existsSync(join(folder, '404.html'))) log.warn({ folder }, 'the manual is not built yet')
}

const notFoundEnvelope = (request: FastifyRequest) => envelopeOf(notFound('This operation'), request)
