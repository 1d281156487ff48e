/** HTTP basic and digest authentication (RFC 7617, RFC 7616), as cameras request it with a 401. */
import { createHash, randomBytes } from 'node:crypto'
import { exchange, type Exchange, type ExchangeOptions } from './http-exchange.ts'

export type Login = { username: string; password: string }

/** Sends a request; repeats it with credentials when a 401 asks for basic or digest. */
export async function exchangeSigned(url: string, login: Login, options: ExchangeOptions): Promise<Exchange> {
  const started = Date.now()
  const first = await exchange(url, options)
  if (first.status !== 401 || login.username === '') return first
  const { pathname, search } = new URL(url)
  const challenge = first.headers['www-authenticate'] ?? ''
  const authorization = answerTo(challenge, login, options.method, pathname + search)
  if (!authorization) return first
  const timeout_ms = Math.max(1, options.timeout_ms - (Date.now() - started))
  return exchange(url, { ...options, timeout_ms, headers: { ...options.headers, authorization } })
}

/**
 * The `Authorization` header for a challenge; undefined for an unsupported scheme. `uri` as in the request
 * line.
 */
export function answerTo(challenge: string, login: Login, method: string, uri: string): string | undefined {
  const offers = challenge.split(/,?\s*(?=\b(?:Digest|Basic)\s)/i)
  const digests = offers.filter((offer) => /^Digest\s/i.test(offer)).map(fieldsOf)
  // A camera that offers several algorithms lists its preferred one first; old ones support MD5 only.
  const digest = digests.find((fields) => hashes[(fields['algorithm'] ?? 'MD5').toUpperCase()] !== undefined)
  if (digest) return digestAnswer(digest, login, method, uri)
  if (offers.some((offer) => /^Basic\b/i.test(offer)))
    return `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`
  return undefined
}

const hashes: Record<string, string> = {
  MD5: 'md5',
  'MD5-SESS': 'md5',
  'SHA-256': 'sha256',
  'SHA-256-SESS': 'sha256',
}

function fieldsOf(offer: string): Record<string, string> {
  const found = offer
    .slice('Digest '.length)
    .matchAll(/([a-z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]*))/gi)
  return Object.fromEntries(
    [...found].map(([, name, quoted, bare]) => [name!.toLowerCase(), quoted ?? bare ?? '']),
  )
}

function digestAnswer(asked: Record<string, string>, login: Login, method: string, uri: string): string {
  const algorithm = asked['algorithm'] ?? 'MD5'
  const hash = (text: string) => createHash(hashes[algorithm.toUpperCase()]!).update(text).digest('hex')
  const realm = asked['realm'] ?? ''
  const nonce = asked['nonce'] ?? ''
  const cnonce = randomBytes(8).toString('hex')
  const nc = '00000001'
  const qop = (asked['qop'] ?? '')
    .split(',')
    .map((word) => word.trim())
    .includes('auth')
    ? 'auth'
    : ''
  const plain = hash(`${login.username}:${realm}:${login.password}`)
  const ha1 = /-sess$/i.test(algorithm) ? hash(`${plain}:${nonce}:${cnonce}`) : plain
  const ha2 = hash(`${method}:${uri}`)
  const response = qop
    ? hash(`${ha1}:${nonce}:${nc}:${cnonce}:${qop}:${ha2}`)
    : hash(`${ha1}:${nonce}:${ha2}`)
  const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
  const parts = [
    `username=${quote(login.username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `response="${response}"`,
  ]
  if (asked['algorithm']) parts.push(`algorithm=${algorithm}`)
  if (asked['opaque'] !== undefined) parts.push(`opaque=${quote(asked['opaque'])}`)
  if (qop) parts.push(`qop=${qop}`, `nc=${nc}`, `cnonce="${cnonce}"`)
  return `Digest ${parts.join(', ')}`
}
