/**
 * What a handler receives with the body of a call, and the shape of the handler tables (`calls.ts` of each
 * folder).
 */
import type { Answer, Body, CallName, Role } from '@parking/contract'
import type { Deps } from './deps.ts'

export type Session = {
  /** Identifies the session; it is not the token. */
  id: string
  user_id: number
  username: string
  roles: Role[]
  must_change_password: boolean
  /** When the password was last typed in this session. */
  fresh_ms: number
  expires_ms: number
}

/**
 * The local address and port that a request arrived at, and
 * the host name (usually an address) that the browser used.
 */
export type Arrived = { scheme: string; address: string; port: number; name: string }

/** The browser or program of a request. */
export type Client = {
  /** Its user agent, shortened for storage. */
  agent: string
  /** The origin of its page, which the check for other sites has passed; empty for a program. */
  origin: string
  /** Whether the request came over TLS. */
  secure: boolean
  cookie(name: string): string | undefined
  setCookie(name: string, value: string, options: { max_age_s: number; path?: string }): void
}

export type CallContext = Deps & {
  session: Session
  /** The caller's address. */
  address: string
  /** Absent for calls that did not come over the network (provisioning). */
  arrived?: Arrived
  /** Absent like `arrived`. */
  client?: Client
  /** The name of the call. */
  call: CallName
  request_id: string
}

/** `Needs` is the call context plus the parts of the runtime that the handler uses. */
export type Handler<Name extends CallName, Needs = CallContext> = (
  body: Body<Name>,
  context: Needs,
) => Answer<Name> | Promise<Answer<Name>>

export type Handlers<Names extends CallName = CallName, Needs = CallContext> = {
  readonly [Name in Names]: Handler<Name, Needs>
}
