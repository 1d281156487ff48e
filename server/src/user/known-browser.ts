/**
 * Browsers that a user has signed in from, recognised by OWASP's device
 * cookies: attackers who guess passwords of the account do not delay them. A
 * cookie is valid for one user on one device, until the user's epoch is raised.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { CallContext, Client } from '../core/call-context.ts'
import type { Secrets } from '../core/secrets.ts'
import type { User } from './user.store.ts'

const lifetime_ms = 180 * 86_400_000

type Needs = Pick<CallContext, 'secrets' | 'now' | 'client'>
type Owner = Pick<User, 'id' | 'epoch'>

/** Cookies ignore ports, so two devices behind one address need different names. */
const nameOf = (secrets: Secrets, { id }: Owner): string =>
  `known-${secrets.sign('cookie name', 'known').slice(0, 8)}-${id}`

const signatureOf = (secrets: Secrets, { id, epoch }: Owner, nonce: string, until: string): string =>
  secrets.sign('known browser', `${id}\n${epoch}\n${nonce}\n${until}`)

/** The id of the known browser that makes the request. Undefined for an unknown browser. */
export function knownBrowser({ secrets, now, client }: Needs, user: Owner | undefined): string | undefined {
  const cookie = user && client?.cookie(nameOf(secrets, user))
  if (!cookie) return undefined
  const [nonce = '', until = '', given = ''] = cookie.split('.')
  const [wanted, got] = [Buffer.from(signatureOf(secrets, user, nonce, until)), Buffer.from(given)]
  const good = wanted.length === got.length && timingSafeEqual(wanted, got) && Number(until) >= now()
  return good ? nonce : undefined
}

/** Makes the browser a known browser, with a new id at each sign-in. */
export function setKnownBrowser({ secrets, now, client }: Needs & { client?: Client }, user: Owner): void {
  const nonce = randomBytes(16).toString('base64url')
  const until = String(now() + lifetime_ms)
  client?.setCookie(nameOf(secrets, user), `${nonce}.${until}.${signatureOf(secrets, user, nonce, until)}`, {
    max_age_s: lifetime_ms / 1000,
    path: '/api/user/',
  })
}
