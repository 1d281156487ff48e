/** Serves every call of the contract: authorise, parse, run the handler, answer. */
import { calls, code, issuesOf, log_type, type Call, type CallName } from '@parking/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from '../core/address.ts'
import { send } from './answer.ts'
import { audited, noteDenied, type AuditNeeds } from './audit/audit.ts'
import { LogThrottle } from '../core/log-throttle.ts'
import type { Deps } from '../core/deps.ts'
import { badFields, denied, type Refusal, tokenExpired } from '../core/refusal.ts'
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
