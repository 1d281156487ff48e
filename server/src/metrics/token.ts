/** The bearer token of `/metrics`: 256 random bits, of which the device stores only the SHA-256. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const digest = (token: string): Buffer => createHash('sha256').update(token).digest()

export function newToken(): { token: string; sha256: string } {
  const token = `pem_${randomBytes(32).toString('base64url')}`
  return { token, sha256: digest(token).toString('hex') }
}

/** Compares in constant time: it compares digests, which all have the same length. */
export function isToken(header: string | undefined, sha256: string): boolean {
  const given = /^Bearer +(\S{1,200})$/i.exec(header ?? '')?.[1] ?? ''
  const stored = Buffer.from(sha256, 'hex')
  const typed = digest(given)
  return stored.length === typed.length && timingSafeEqual(typed, stored) && given !== ''
}
