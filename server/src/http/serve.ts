/**
 * The only place that makes an envelope. For every call of the contract: authorise, parse, run, wrap. Whatever happens
 * below, the answer is HTTP 200 with `{ code, message, data, request_id }` (spec §7, DESIGN §4).
 */
import { calls, code, issuesOf, log_type, type Call, type CallName, type Envelope } from '@parking/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '../core/address.ts'
import { audited, noteDenied, type AuditNeeds } from './audit/audit.ts'
import { LogThrottle } from '../core/log-throttle.ts'
import { databaseFault } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import { SystemError } from '../ports/system-error.ts'
import { badFields, denied, failedBecause, Refusal, tokenExpired } from '../core/refusal.ts'
import { crossSiteRefusal } from './security.ts'
import type { Arrived, CallContext, Handlers, Session } from '../core/call-context.ts'
import { findSession } from '../user/session.store.ts'

/** A handler whose call is not known by name: the contract's schema has checked what it is given. */
type AnyHandler = (body: never, context: never) => unknown

/** Nobody is signed in: what a call for `anyone` sees. */
const nobody: Session = {
  id: '',
  user_id: 0,
  username: '',
  roles: [],
  must_change_password: false,
  expires_ms: 0,
}

/** Serves every call of the contract with its handler. */
export function serve<Needs extends AuditNeeds>(
  app: FastifyInstance,
  deps: Deps & Needs,
  handlers: Handlers<CallName, CallContext & Needs>,
): void {
  for (const name of Object.keys(calls) as CallName[]) {
    const call: Call = calls[name]
    const handler = handlers[name] as AnyHandler
    app.route({
      method: call.method,
      url: call.path,
      ...(call.body_bytes !== undefined && { bodyLimit: call.body_bytes }),
      onRequest: async (request) => {
        const refusal = crossSiteRefusal(request)
        if (!refusal) return
        if (refusal.code === code.permission_denied) noteCrossSite(request, deps)
        throw refusal
      },
      handler: async (request, reply) => {
        const answer = await run(call, handler, request, deps)
        return send(reply, { code: code.success, message: 'success', data: answer, request_id: request.id })
      },
    })
  }
}

async function run(
  call: Call,
  handler: AnyHandler,
  request: FastifyRequest,
  deps: Deps & AuditNeeds,
): Promise<unknown> {
  const session = call.roles === 'anyone' ? nobody : findSession(deps.db, tokenOf(request), deps.now())
  if (!session) throw tokenExpired()
  const context: CallContext & AuditNeeds = {
    ...deps,
    session,
    address: addressOf(request.ip),
    arrived: arrivedAt(request),
    request_id: request.id,
    log: request.log,
  }
  const denial = denialOf(call, session)
  if (denial) {
    noteDenied(call, context, denial)
    throw denial
  }
  return perform(call, handler, call.method === 'GET' ? request.query : request.body, context)
}

/** Checks what is given against the contract and runs the handler: the way of every call, from the wire or from provisioning. */
export async function perform(
  call: Call,
  handler: AnyHandler,
  given: unknown,
  context: CallContext & AuditNeeds,
): Promise<unknown> {
  const check = () => {
    const parsed = call.body.safeParse(given)
    if (!parsed.success) throw badFields(issuesOf(parsed.error, given))
    return parsed.data
  }
  return audited(call, given, context, check, (body) => handler(body, context as never))
}

const arrivedAt = ({ protocol, hostname, socket }: FastifyRequest): Arrived => ({
  scheme: protocol,
  address: addressOf(socket.localAddress),
  port: socket.localPort ?? 80,
  name: addressOf(hostname),
})

function denialOf(call: Call, session: Session): Refusal | undefined {
  if (call.roles === 'anyone') return undefined
  if (session.must_change_password && !call.with_first_password) return denied('Choose a new password first')
  return session.roles.some((role) => call.roles.includes(role))
    ? undefined
    : denied('Your role may not do this')
}

const cross_site = new LogThrottle(60_000)

function noteCrossSite(request: FastifyRequest, { now }: Deps): void {
  const times = cross_site.count(request.ip, now())
  if (times !== undefined)
    request.log.warn(
      { log_type: log_type.service, what: 'cross_site', address: addressOf(request.ip), times },
      'a request from another site was refused',
    )
}

/** `Authorization: Bearer <token>`, the bare token, or, on the one GET, the query (spec §7). */
export function tokenOf(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header) return header.replace(/^Bearer\s+/i, '')
  const query = request.query as { token?: unknown }
  return request.method === 'GET' && typeof query.token === 'string' ? query.token : ''
}

/** Sends an envelope. API answers are never kept by a cache. What is not success is worth a line in the log; bodies never are. */
export function send(reply: FastifyReply, envelope: Envelope, status = 200): FastifyReply {
  const { request } = reply
  const line = {
    method: request.method,
    path: request.routeOptions.url ?? '',
    code: envelope.code,
    ms: Math.round(reply.elapsedTime),
  }
  if (envelope.code === code.success) request.log.debug(line, 'answered')
  else request.log.info(line, 'refused')
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(envelope)
}

/** Whatever was thrown, as an envelope. The stack stays in the log, under the request's id. */
export function envelopeOf(thrown: unknown, request: FastifyRequest): Envelope {
  const request_id = request.id
  const error = thrown instanceof SystemError ? refusalOf(thrown) : thrown
  if (error instanceof Refusal) {
    const data = error.code === code.format_error ? error.data?.issues : error.data
    return { code: error.code, message: error.message, data, request_id }
  }
  const trouble = databaseFault(error)
  if (trouble) {
    request.log.error({ err: error, path: request.routeOptions.url }, 'database trouble')
    if (trouble === 'locked')
      return { code: code.busy, message: 'The device is busy; try again in a moment', request_id }
    return { code: code.failed, message: 'The disk of the device is full', request_id }
  }
  switch (statusOf(error)) {
    case 413:
      return { code: code.format_error, message: 'The request is too large', request_id }
    case 415:
      return {
        code: code.format_error,
        message: 'The request must be JSON (content-type: application/json)',
        request_id,
      }
    case 429:
      return { code: code.busy, message: 'Too many requests; try again in a moment', request_id }
    case 500:
      request.log.error({ err: error, path: request.routeOptions.url }, 'internal error')
      return { code: code.internal, message: 'Internal error', request_id }
    default:
      return { code: code.format_error, message: 'The request is not well formed', request_id }
  }
}

/** Another package system at work is "busy" (6000); anything else that the operating system could not do has failed (7000). */
function refusalOf({ reason, message, detail }: SystemError): Refusal {
  const data = { reason, ...(detail && { detail: detail.slice(0, 500) }) }
  return reason === 'locked' ? new Refusal(code.busy, message, data) : failedBecause(reason, message, detail)
}

/** The HTTP status that Fastify or one of its plugins gave an error; 500 for anything else, whatever properties it has. */
function statusOf(error: unknown): number {
  if (!(error instanceof Error) || !('statusCode' in error)) return 500
  if (error.statusCode === 429) return 429
  const fastifys = 'code' in error && String(error.code).startsWith('FST_')
  return fastifys || error instanceof SyntaxError ? Number(error.statusCode) : 500
}
