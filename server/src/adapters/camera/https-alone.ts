/** Finds out whether a port that was asked without encryption accepts HTTPS alone. */
import { dial } from '#src/core/outbound/dial.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { openTls } from '#src/core/outbound/trust.ts'
import { tlsErrorIn } from '#src/core/tls-error.ts'
import { CameraError } from '#src/ports/camera-port.ts'
import type { Answer } from './answer-reader.ts'

/** How long a handshake may take: what closes a connection at once also answers at once. */
const handshake_ms = 1_000

/** The failure of step `port` that names it. */
export const httpsAlone = (): CameraError =>
  new CameraError('port', 'The port accepts HTTPS alone', 'https_alone')

/** Whether this is the page of nginx, Apache, Go and others for a request without encryption. */
export const saysHttpsAlone = ({ status, body }: Pick<Answer, 'status' | 'body'>): boolean =>
  (status === 400 || status === 497) &&
  /\bHTTP[\w\s,-]{1,60}\b(?:HTTPS|SSL|TLS)[\w\s-]{0,20}\b(?:port|server)/i.test(
    body.toString('latin1', 0, page_bytes),
  )
const page_bytes = 4_096

/**
 * Throws `https_alone` if a handshake succeeds at this HTTP address, or fails at the certificate. Servers
 * with OpenSSL close a connection without a word when they are asked without encryption.
 */
export async function refuseIfHttps(
  url: string,
  { reach, timeout_ms, signal }: { reach: Reach; timeout_ms: number; signal?: AbortSignal },
): Promise<void> {
  const to = URL.parse(url)
  if (to?.protocol !== 'http:') return
  const host = to.hostname.replace(/^\[|\]$/g, '')
  const ends = AbortSignal.any([
    AbortSignal.timeout(Math.min(timeout_ms, handshake_ms)),
    ...(signal ? [signal] : []),
  ])
  const plain = await dial({ host, port: Number(to.port) || 80, reach, signal: ends }).catch(() => undefined)
  if (!plain) return
  plain.on('error', () => undefined)
  const end = () => plain.destroy()
  ends.addEventListener('abort', end, { once: true })
  try {
    await openTls(plain, host, '')
  } catch (error) {
    if (ends.aborted || no_certificate.has(tlsErrorIn(error))) return
  } finally {
    ends.removeEventListener('abort', end)
    plain.destroy()
  }
  throw httpsAlone()
}

/** Failures before a certificate was shown. */
const no_certificate: ReadonlySet<string> = new Set(['not_tls', 'other'])
