/** The session of a request, and whether a signed address belongs to a session that may still use it. */
import type { FastifyRequest } from 'fastify'
import { addressOf } from '../core/address.ts'
import type { Session } from '../core/call-context.ts'
import type { Deps } from '../core/deps.ts'
import { boundCookieName, hashOfCookie } from '../user/bound-cookie.ts'
import { findSession, isSessionAlive } from '../user/session.store.ts'
import { cookieIn } from '../core/text/cookies.ts'

type Needs = Pick<Deps, 'db' | 'now' | 'secrets'>

const boundHash = ({ secrets }: Needs, { headers }: FastifyRequest): string =>
  hashOfCookie(cookieIn(headers.cookie, boundCookieName(secrets)))

/**
 * The live session of a token; undefined if there is none, or if the request lacks the cookie that the token
 * is bound to.
 */
export const sessionOf = (deps: Needs, request: FastifyRequest, token: string): Session | undefined =>
  findSession(deps.db, token, deps.now(), {
    address: addressOf(request.ip),
    bound_hash: boundHash(deps, request),
  })

/** For pictures, bundles, exports and the live view. */
export const isSessionValid = (deps: Needs, request: FastifyRequest, session: string): boolean =>
  isSessionAlive(deps.db, session, deps.now(), boundHash(deps, request))
