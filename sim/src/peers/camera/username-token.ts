/** WS-Security UsernameToken with a password digest (OASIS UsernameToken Profile 1.0), fully verified. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { find, type Element } from './soap.ts'

const digest_type =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest'
/** How far Created may be from the camera's clock, as the profile recommends. */
const window_ms = 5 * 60_000

/** Used nonces, each with the time until which it could be replayed. */
export type Nonces = Map<string, number>

/** `absent`: the header carries no token. */
export function checkUsernameToken(
  header: Element | undefined,
  username: string,
  password: string,
  now: number,
  nonces: Nonces,
): 'good' | 'bad' | 'absent' {
  const token = find(find(header, 'Security'), 'UsernameToken')
  if (!token) return 'absent'
  const [given, nonce, created] = [
    find(token, 'Password'),
    find(token, 'Nonce')?.text,
    find(token, 'Created')?.text,
  ]
  if (
    find(token, 'Username')?.text !== username ||
    given?.attributes['Type'] !== digest_type ||
    !nonce ||
    !created
  )
    return 'bad'
  const time = Date.parse(created)
  if (!(Math.abs(time - now) <= window_ms)) return 'bad'
  const expected = createHash('sha1')
    .update(Buffer.concat([Buffer.from(nonce, 'base64'), Buffer.from(created + password)]))
    .digest()
  const got = Buffer.from(given.text, 'base64')
  if (got.length !== expected.length || !timingSafeEqual(got, expected)) return 'bad'
  for (const [old, until] of nonces) if (until < now) nonces.delete(old)
  if (nonces.has(nonce)) return 'bad'
  nonces.set(nonce, time + 2 * window_ms)
  return 'good'
}
