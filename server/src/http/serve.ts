/** Serves every call of the contract: authorise, parse, run the handler, answer. */
import {
  call_key_header,
  calls,
  code,
  fresh_s,
  isCallKey,
  issuesOf,
  log_type,
  type Call,
  type CallName,
  type Envelope,
} from '@parking/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '../core/address.ts'
import type { AuditSubjects } from '../core/audit-subject.ts'
import type { Arrived, CallContext, Handlers, Session } from '../core/call-context.ts'
import type { Deps } from '../core/deps.ts'
import type { CallOutcomes } from '../core/flow/call-outcomes.ts'
import { LogThrottle } from '../core/flow/log-throttle.ts'
import {
  badFields,
  denied,
  passwordNeeded,
  type Refusal,
  tokenExpired,
  updateOnTrial,
} from '../core/refusal.ts'
import { envelopeOf, send } from './answer.ts'
import { clientOf } from './client.ts'
import { recordDenied, runAudited, type AuditContext, type AuditNeeds } from './audit.ts'
import { operationOf, type Operation } from './operation.ts'
import { crossSiteRefusal } from './security.ts'
import { sessionOf } from './request-session.ts'

/** The session of a call that `anyone` may make. */
const no_session: Session = {
  id: '',
  user_id: 0,
  username: '',
  roles: [],
  must_change_password: false,
  fresh_ms: 0,
  expires_ms: 0,
}

/** `Needs`: the parts of the runtime that the handlers use. */
export function serve<Needs extends AuditNeeds>(
  app: FastifyInstance,
  deps: Deps & Needs & { call_outcomes: CallOutcomes },
  handlers: Handlers<CallName, CallContext & Needs>,
  subjects: AuditSubjects<CallName, CallContext & Needs>,
): void {
  const cross_site = new LogThrottle(60_000)
  for (const name of Object.keys(calls) as CallName[]) {
    const operation = operationOf(name, handlers, subjects)
    const { call } = operation
    app.route({
      method: call.method,
      url: call.path,
      ...bodyLimitOf(call),
      onRequest: async (request) => {
        const refusal = crossSiteRefusal(request)
        if (refusal?.code === code.permission_denied) logCrossSite(request, deps, cross_site)
        if (refusal) throw refusal
        // Before the body is read: without a session nothing of it is parsed.
        if (call.roles !== 'anyone') needSession(deps, request)
      },
      handler: async (request, reply) => {
        const work = () => answerOf(operation, request, reply, deps)
        const key = request.headers[call_key_header]
        return send(reply, await (isCallKey(key) ? deps.call_outcomes.once(key, work) : work()))
      },
    })
  }
}

/** Bytes of a body that anyone may send; the longest call without a session is a sign-in. */
const body_bytes_of_anyone = 16 * 1024

const bodyLimitOf = ({ body_bytes, roles }: Call): { bodyLimit?: number } => {
  const bodyLimit = body_bytes ?? (roles === 'anyone' ? body_bytes_of_anyone : undefined)
  return bodyLimit === undefined ? {} : { bodyLimit }
}

function needSession(deps: Deps, request: FastifyRequest): Session {
  const session = sessionOf(deps, request, tokenOf(request))
  if (!session) throw tokenExpired()
  return session
}

/** The envelope of a call, whether it succeeds or fails. */
async function answerOf(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps & AuditNeeds,
): Promise<Envelope> {
  try {
    const data = await run(operation, request, reply, deps)
    return { code: code.success, message: 'success', data, request_id: request.id }
  } catch (error) {
    return envelopeOf(error, request)
  }
}

async function run(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps & AuditNeeds,
): Promise<unknown> {
  const { call } = operation
  const address = addressOf(request.ip)
  // Again: it may have ended while the body arrived.
  const session = call.roles === 'anyone' ? no_session : needSession(deps, request)
  const context: AuditContext = {
    ...deps,
    media: deps.media.forSession(session.id),
    session,
    address,
    arrived: arrivedAt(request),
    client: clientOf(request, reply),
    call: operation.name,
    request_id: request.id,
    log: request.log,
  }
  const given = call.method === 'GET' ? request.query : request.body
  const denial = denialOf(call, session) ?? staleness(call, session, given, deps.now())
  if (denial) {
    recordDenied(operation, context, denial)
    throw denial
  }
  if (changesSomething(call, operation.name) && deps.upgrade.onTrial()) throw updateOnTrial()
  return perform(operation, given, context)
}

/**
 * Checks a body against the contract and runs the handler, for calls from the network and from provisioning.
 */
export async function perform(operation: Operation, given: unknown, context: AuditContext): Promise<unknown> {
  return runAudited(operation, given, context, () => {
    const parsed = operation.call.body.safeParse(given)
    if (!parsed.success) throw badFields(issuesOf(parsed.error, given))
    return parsed.data
  })
}

/** Whether a user changes something by this call; signing in and out does not count. */
const changesSomething = ({ effect, roles }: Call, name: CallName): boolean =>
  effect === 'write' && roles !== 'anyone' && name !== 'logout'

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

/** The refusal of a call that requires a recently typed password in a session that has none. */
function staleness({ fresh }: Call, { fresh_ms }: Session, given: unknown, now: number): Refusal | undefined {
  if (fresh === undefined) return undefined
  const body: Record<string, unknown> = typeof given === 'object' && given !== null ? { ...given } : {}
  const asked = fresh === true || Object.entries(fresh).every(([name, value]) => body[name] === value)
  const age = now - fresh_ms
  return asked && !(age >= 0 && age <= fresh_s * 1_000) ? passwordNeeded() : undefined
}

function logCrossSite(request: FastifyRequest, { now }: Deps, throttle: LogThrottle): void {
  const times = throttle.count(request.ip, now())
  if (times !== undefined)
    request.log.warn(
      { log_type: log_type.service, what: 'cross_site', address: addressOf(request.ip), times },
      'a request from another site was refused',
    )
}

/** `Authorization: Bearer <token>`, the bare token, or for the single GET call the query (spec §7). */
export function tokenOf(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header) return header.replace(/^Bearer\s+/i, '')
  const query = request.query as { token?: unknown }
  return request.method === 'GET' && typeof query.token === 'string' ? query.token : ''
}
