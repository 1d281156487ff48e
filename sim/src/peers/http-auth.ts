/** HTTP authentication of a camera: digest (RFC 7616, qop=auth; most cameras know MD5 alone) and basic. */
import { createHash, randomBytes } from 'node:crypto'

const realm = 'IP Camera'
const nonce_ms = 5 * 60_000
/** The hash of an algorithm, in its own spelling. */
const hashOf =
  (algorithm: string) =>
  (text: string): string =>
    createHash(algorithm.toLowerCase().replace('sha-256', 'sha256').replace('sha-512', 'sha512'))
      .update(text)
      .digest('hex')

export type HttpAuth = {
  /** `absent`: no header. `stale`: only the nonce is too old. */
  check: (
    header: string | undefined,
    method: string,
    uri: string,
    username: string,
    password: string,
    basic: boolean,
  ) => 'good' | 'bad' | 'stale' | 'absent'
  challenges: (basic: boolean, stale: boolean) => string[]
}

/**
 * Creates an authenticator with its own store of issued nonces. It offers `algorithms` in their order, and
 * none of them for a camera that knows basic authentication alone.
 */
export function createHttpAuth(algorithms: readonly string[] = ['MD5']): HttpAuth {
  const nonces = new Map<string, { since: number; used: Set<string> }>()
  const checkDigest = (
    fields: Record<string, string>,
    method: string,
    uri: string,
    username: string,
    password: string,
  ): 'good' | 'bad' | 'stale' => {
    const nonce = fields['nonce'] ?? ''
    const issued = nonces.get(nonce)
    const algorithm = fields['algorithm'] ?? 'MD5'
    if (!algorithms.includes(algorithm)) return 'bad'
    const hash = hashOf(algorithm)
    const ha1 = hash(`${username}:${realm}:${password}`)
    const ha2 = hash(`${method}:${uri}`)
    const expected = fields['qop']
      ? hash([ha1, nonce, fields['nc'], fields['cnonce'], fields['qop'], ha2].join(':'))
      : hash(`${ha1}:${nonce}:${ha2}`)
    if (fields['username'] !== username || fields['uri'] !== uri || fields['response'] !== expected)
      return 'bad'
    if (!issued || Date.now() - issued.since > nonce_ms) return 'stale'
    const count = fields['nc'] ?? fields['cnonce'] ?? ''
    if (fields['qop'] && issued.used.has(count)) return 'bad' // a replay
    issued.used.add(count)
    return 'good'
  }
  return {
    check(header, method, uri, username, password, basic) {
      if (!header) return 'absent'
      const [scheme = '', rest = ''] = header.split(/ (.*)/s)
      if (/^basic$/i.test(scheme))
        return basic && Buffer.from(rest, 'base64').toString() === `${username}:${password}` ? 'good' : 'bad'
      if (!/^digest$/i.test(scheme)) return 'bad'
      const fields = Object.fromEntries(
        [...rest.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, key, quoted, bare]) => [
          key!,
          quoted ?? bare!,
        ]),
      )
      return checkDigest(fields, method, uri, username, password)
    },
    challenges(basic, stale) {
      for (const [old, { since }] of nonces) if (Date.now() - since > nonce_ms) nonces.delete(old)
      const nonce = randomBytes(16).toString('hex')
      nonces.set(nonce, { since: Date.now(), used: new Set() })
      const digests = algorithms.map(
        (algorithm) =>
          `Digest realm="${realm}", qop="auth", nonce="${nonce}", ` +
          `algorithm=${algorithm}${stale ? ', stale=true' : ''}`,
      )
      return basic ? [...digests, `Basic realm="${realm}"`] : digests
    },
  }
}
