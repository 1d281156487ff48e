/**
 * Over TLS a token is bound to a second cookie that no script reads and no other site sends: a stolen token
 * alone opens nothing. The session holds the cookie's hash; a session without TLS has none.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { CallContext } from '../core/call-context.ts'
import type { Secrets } from '../core/secrets.ts'
import { absolute_ms } from './session.store.ts'

/** Cookies do not know ports, so that two devices behind one address need two names. */
export const boundCookieName = (secrets: Secrets): string =>
  `__Host-session-${secrets.sign('cookie name', 'session').slice(0, 8)}`

export const hashOfCookie = (value: string | undefined): string =>
  value === undefined || value === '' ? '' : createHash('sha256').update(value).digest('hex')

/** Gives the browser its cookie and returns the hash for the session; empty without TLS. */
export function giveBoundCookie({ client, secrets }: Pick<CallContext, 'client' | 'secrets'>): string {
  if (!client?.secure) return ''
  const value = randomBytes(32).toString('base64url')
  client.setCookie(boundCookieName(secrets), value, { max_age_s: absolute_ms / 1_000 })
  return hashOfCookie(value)
}
