/**
 * Over TLS, a token is bound to a second cookie that scripts cannot read and other sites cannot send, so a
 * stolen token alone is useless. The session stores the hash of the cookie; a session without TLS has none.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { CallContext } from '../core/call-context.ts'
import type { Secrets } from '../core/secrets.ts'
import { absolute_ms } from './session.store.ts'

/** Cookies ignore ports, so two devices behind one address need different names. */
export const boundCookieName = (secrets: Secrets): string =>
  `__Host-session-${secrets.sign('cookie name', 'session').slice(0, 8)}`

/** SHA-256 of the value in hexadecimal; empty without a value. */
export const hashOfCookie = (value: string | undefined): string =>
  value === undefined || value === '' ? '' : createHash('sha256').update(value).digest('hex')

/** Sets the browser's cookie and returns the hash for the session. Empty without TLS. */
export function setBoundCookie({ client, secrets }: Pick<CallContext, 'client' | 'secrets'>): string {
  if (!client?.secure) return ''
  const value = randomBytes(32).toString('base64url')
  client.setCookie(boundCookieName(secrets), value, { max_age_s: absolute_ms / 1_000 })
  return hashOfCookie(value)
}
