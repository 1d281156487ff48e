/**
 * What an outbound TLS connection trusts, as one text: empty for the system's authorities, certificates (PEM)
 * for only these authorities, a fingerprint for only this key (docs/decisions/0043).
 */
import * as z from 'zod/mini'
import { rule } from './fields.ts'
import { hasControl, type IssueKind } from './rules.ts'

export const server_trust_kinds = ['system', 'authority', 'key'] as const
export type ServerTrustKind = (typeof server_trust_kinds)[number]

/**
 * Ours: why the encryption of a connection failed. other_key: the server's key is not the accepted one.
 * weak: its version of TLS or its key is no longer accepted. client_certificate: it demands a certificate,
 * which the device does not have. not_tls: the other end does not use TLS.
 */
export const tls_errors = [
  'expired',
  'not_yet',
  'self_signed',
  'unknown_issuer',
  'wrong_name',
  'other_key',
  'weak',
  'client_certificate',
  'not_tls',
  'other',
] as const
export type TlsError = (typeof tls_errors)[number]

/** SHA-256 of the public key (SPKI), as the certificate page of this product shows it. */
const fingerprint = /^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/
const certificate = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g
const areCertificates = (text: string): boolean =>
  text.trim() !== '' &&
  text.replace(certificate, '').trim() === '' &&
  !hasControl(text.replace(/[\t\n\r]/g, ' '))

/** What a valid trust setting names: the system's authorities, a key, or certificates of authorities. */
export function serverTrustKind(trust: string): ServerTrustKind {
  if (trust === '') return 'system'
  return fingerprint.test(trust) ? 'key' : 'authority'
}

/** The device additionally parses the certificates (server/src/core/outbound/trust.ts). */
export const serverTrustIssue = (trust: string): IssueKind | undefined =>
  trust === '' || fingerprint.test(trust) || areCertificates(trust) ? undefined : 'server_trust'

/** The trust setting in the body of a test or a camera; if it is absent, the stored trust applies. */
/*@__NO_SIDE_EFFECTS__*/
export const serverTrustTyped = () => ({ server_trust: z.optional(serverTrust()) })

/*@__NO_SIDE_EFFECTS__*/
export const serverTrust = () =>
  z.string().check(z.maxLength(32_768), rule(serverTrustIssue), z.meta({ format: 'server_trust' }))
