/**
 * Builds every answer of the API: HTTP 200 with `{ code, message, data, request_id }`, whatever happened
 * (spec §7). The only place where a thrown error becomes a code.
 */
import { code, type Envelope } from '@parking/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { databaseFault } from '../core/db.ts'
import { asRefusal, busy, failed, Refusal } from '../core/refusal.ts'

/**
 * Sends an envelope that no cache stores. Every answer except success leaves a line in the log, without its
 * body.
 */
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

/** The answer to a page or file whose address is wrong or no longer valid. */
export const sendGone = (reply: FastifyReply, message: string): FastifyReply =>
  send(reply, { code: code.not_found, message, request_id: reply.request.id }, 404)

/**
 * The envelope for a thrown error. Details that the caller must not see go to the log, under the request's
 * id.
 */
export function envelopeOf(error: unknown, request: FastifyRequest): Envelope {
  const request_id = request.id
  const path = request.routeOptions.url
  if (databaseFault(error)) request.log.error({ err: error, path }, 'the database could not be used')
  const refusal = refusalOf(error) ?? requestRefusal(error)
  if (!refusal) {
    request.log.error({ err: error, path }, 'internal error')
    return { code: code.internal, message: 'Internal error', request_id }
  }
  const data = refusal.code === code.format_error ? refusal.data?.issues : refusal.data
  return { code: refusal.code, message: refusal.message, data, request_id }
}

/** The code that `envelopeOf` gives an error of a handler. */
export const codeOf = (error: unknown): number => refusalOf(error)?.code ?? code.internal

/** What an error of a handler means for the caller; undefined for an error that is a bug of ours. */
function refusalOf(error: unknown): Refusal | undefined {
  switch (databaseFault(error)) {
    case 'locked':
      return busy('The device is busy; try again in a moment')
    case 'full':
      return failed('The disk of the device is full')
    case undefined:
      return asRefusal(error)
  }
}

/** What an error of Fastify itself, or of one of its plugins, means for the caller. */
function requestRefusal(error: unknown): Refusal | undefined {
  switch (statusOf(error)) {
    case 413:
      return new Refusal(code.format_error, 'The request is too large')
    case 415:
      return new Refusal(code.format_error, 'The request must be JSON (content-type: application/json)')
    case 429:
      return busy('Too many requests; try again in a moment')
    case 500:
      return undefined
    default:
      return new Refusal(code.format_error, 'The request is not well formed')
  }
}

/** The HTTP status that Fastify gave an error; 500 for any other error, even one that has a `statusCode`. */
function statusOf(error: unknown): number {
  if (!(error instanceof Error) || !('statusCode' in error)) return 500
  if (error.statusCode === 429) return 429
  const from_fastify = 'code' in error && String(error.code).startsWith('FST_')
  return from_fastify || error instanceof SyntaxError ? Number(error.statusCode) : 500
}
