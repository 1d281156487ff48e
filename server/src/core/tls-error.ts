/** Why a TLS connection failed, from the error codes of OpenSSL and Node. */
import { deviceSentence, readSentence, type TlsError } from '@parking/contract'

const unknown_issuer = new RegExp(
  [
    '^UNABLE_TO_(GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)$',
    '^CERT_UNTRUSTED$',
    '^SELF_SIGNED_CERT_IN_CHAIN$',
    '^CERT_CHAIN_TOO_LONG$',
  ].join('|'),
)

/** Errors of a server that does not speak TLS. */
const no_tls = new RegExp(
  [
    'WRONG_VERSION_NUMBER',
    'UNEXPECTED_MESSAGE',
    'PACKET_LENGTH',
    'HTTP_REQUEST',
    'UNKNOWN_PROTOCOL',
    'RECORD_LAYER',
  ].join('|'),
)

/** What this side refuses, or a server that knows no newer version. */
const weak = new RegExp(
  [
    'UNSUPPORTED_PROTOCOL',
    'ALERT_PROTOCOL_VERSION',
    'VERSION_TOO_LOW',
    'KEY_TOO_SMALL',
    'MD_TOO_WEAK',
    'LEGACY_RENEGOTIATION',
  ].join('|'),
)

/** `code` as Node sets it on the error. */
export function tlsErrorOf(code: string): TlsError {
  if (code === 'CERT_HAS_EXPIRED') return 'expired'
  if (code === 'CERT_NOT_YET_VALID') return 'not_yet'
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT') return 'self_signed'
  if (unknown_issuer.test(code)) return 'unknown_issuer'
  if (code === 'ERR_TLS_OTHER_KEY') return 'other_key'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH') return 'wrong_name'
  if (/ALERT_CERTIFICATE_REQUIRED/.test(code)) return 'client_certificate'
  if (weak.test(code)) return 'weak'
  return no_tls.test(code) ? 'not_tls' : 'other'
}

/** The code of an error; if Node only says `EPROTO`, the one that OpenSSL's message names. */
export function tlsCodeOf({ code = '', message }: NodeJS.ErrnoException): string {
  const named = code === 'EPROTO' ? /SSL routines:\w*:([^:]+)/.exec(message)?.[1] : undefined
  return named === undefined ? code : `ERR_SSL_${named.toUpperCase().replaceAll(/\W+/g, '_')}`
}

/** The reason for an error whose code a library has replaced: OpenSSL's message is still there. */
export function tlsErrorIn(error: unknown): TlsError {
  const {
    code = '',
    originalCode = code,
    message = '',
    cause,
  } = error as { code?: string; originalCode?: string; message?: string; cause?: unknown }
  const by_code = tlsErrorOf(String(originalCode))
  if (by_code !== 'other') return by_code
  if (/certificate has expired/i.test(message)) return 'expired'
  if (/certificate is not yet valid/i.test(message)) return 'not_yet'
  if (/self[- ]signed certificate in/i.test(message)) return 'unknown_issuer'
  if (/self[- ]signed certificate/i.test(message)) return 'self_signed'
  if (/unable to (get|verify)/i.test(message)) return 'unknown_issuer'
  if (/altnames|hostname/i.test(message)) return 'wrong_name'
  if (/alert certificate required/i.test(message)) return 'client_certificate'
  if (/unsupported protocol|alert protocol version|key too small|md too weak/i.test(message)) return 'weak'
  if (/wrong version number|packet length|unexpected message/i.test(message)) return 'not_tls'
  return cause === undefined ? 'other' : tlsErrorIn(cause)
}

/** What failed, as a sentence of the device: the library's own words are for programmers. */
export function tlsSaid(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (readSentence(message)) return message
  return deviceSentence('tls_not_good', { code: String(code || 'handshake') })
}
