/** The bearer token of `/metrics`: 256 random bits, of which the device keeps the SHA-256 alone. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const digest = (token: string): Buffer => createHash('sha256').update(token).digest()

export function newToken(): { token: string; sha256: string } {
  const token = `pem_${randomBytes(32).toString('base64url')}`
  return { token, sha256: digest(token).toString('hex') }
}

/** In the same time wherever the two differ: digests are compared, and all of them have one length. */
export function isToken(header: string | undefined, sha256: string): boolean {
  const given = /^Bearer +(\S{1,200})$/i.exec(header ?? '')?.[1] ?? ''
  const stored = Buffer.from(sha256, 'hex')
  const typed = digest(given)
  return stored.length === typed.length && timingSafeEqual(typed, stored) && given !== ''
}
