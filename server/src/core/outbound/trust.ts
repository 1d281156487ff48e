/**
 * Outbound TLS: every connection is verified against the system's authorities, those of its endpoint, or the
 * key of its endpoint (contract/src/core/server-trust.ts). There are no exceptions.
 */
import { createHash, X509Certificate } from 'node:crypto'
import { isIP, type Socket } from 'node:net'
import { connect, TLSSocket, type ConnectionOptions } from 'node:tls'
import { deviceSentence, serverTrustIssue, serverTrustKind, type IssueKind } from '@parking/contract'

export const min_version = 'TLSv1.2'

export class OtherKeyError extends Error {
  override readonly name = 'OtherKeyError'
  readonly code = 'ERR_TLS_OTHER_KEY'
  constructor() {
    super('The server has another key than the one that was accepted')
  }
}

/** SHA-256 of the public key (SPKI): it stays the same when a certificate is renewed with the same key. */
export const keyFingerprint = ({ publicKey }: X509Certificate): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .toUpperCase()
    .match(/../g)!
    .join(':')

/** The issue of a typed trust whose certificates cannot be read. */
export function trustIssue(trust: string): IssueKind | undefined {
  const issue = serverTrustIssue(trust)
  if (issue || serverTrustKind(trust) !== 'authority') return issue
  try {
    for (const pem of trust.split(/(?<=-----END CERTIFICATE-----)\s*/).filter(Boolean))
      new X509Certificate(pem)
    return undefined
  } catch {
    return 'server_trust'
  }
}

/**
 * Options for `tls.connect` and everything built on it. With a key, `watchHandshake` must watch the socket: a
 * key proves more than a name and a date, so these are not checked.
 */
export function trustOptions(trust: string, host: string): ConnectionOptions {
  const kind = serverTrustKind(trust)
  return {
    minVersion: min_version,
    ...(isIP(host) ? {} : { servername: host }),
    ...(kind === 'authority' && { ca: [trust] }),
    ...(kind === 'key' && { rejectUnauthorized: false }),
  }
}

/**
 * Whether the peer of an encrypted connection has that key; true for any other kind of trust, which is
 * checked already.
 */
export function hasKey(socket: Socket | undefined, trust: string): boolean {
  if (serverTrustKind(trust) !== 'key') return true
  const shown = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
  return shown !== undefined && keyFingerprint(shown) === trust
}

const refusal = /alert[ _](handshake[ _]failure|bad[ _]certificate)/i

/**
 * Names the demand for a certificate of the client, for which TLS 1.2 has no alert of its own: a server with
 * which the keys are agreed has accepted the rest, and refuses ours. Anything else stays as it is.
 */
export function nameDemand(socket: TLSSocket): void {
  // When the error is reported, the certificate of the server may be gone.
  let has_keys = false
  socket.once('keylog', () => void (has_keys = true))
  socket.prependListener('error', (error: NodeJS.ErrnoException) => {
    // A request that waits fails by EPROTO: OpenSSL's message names the alert.
    if (has_keys && refusal.test(`${error.code} ${error.message}`))
      error.code = 'ERR_SSL_ALERT_CERTIFICATE_REQUIRED'
  })
}

/**
 * For every encrypted connection: ends one to another key as soon as the handshake is done, before a byte is
 * written, and names the demand for a certificate of the client.
 */
export function watchHandshake(socket: TLSSocket, trust: string): void {
  nameDemand(socket)
  if (serverTrustKind(trust) !== 'key') return
  socket.prependOnceListener('secureConnect', () => {
    if (!hasKey(socket, trust)) socket.destroy(new OtherKeyError())
  })
}

/**
 * Starts TLS over an open socket. Resolves once the peer is verified; nothing is written before. With
 * `timeout_ms` a silent peer is given up (`ETIMEDOUT`).
 */
export function openTls(
  socket: Socket,
  host: string,
  trust: string,
  { timeout_ms, extra }: { timeout_ms?: number; extra?: ConnectionOptions } = {},
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secure = connect({ socket, host, ...trustOptions(trust, host), ...extra })
    const late = Object.assign(new Error(deviceSentence('no_answer_in_time')), { code: 'ETIMEDOUT' })
    if (timeout_ms !== undefined) socket.setTimeout(timeout_ms, () => secure.destroy(late))
    watchHandshake(secure, trust)
    // Stays, so that a later error is never unhandled.
    secure.on('error', reject)
    secure.once('close', () => reject(new Error(deviceSentence('tls_closed'))))
    secure.once('secureConnect', () => {
      if (secure.destroyed) return
      if (timeout_ms !== undefined) socket.setTimeout(0)
      resolve(secure)
    })
  })
}
