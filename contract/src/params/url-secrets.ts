/**
 * Secrets inside an address that people type: query values whose name or content indicates a secret. They are
 * write-only: shown as a mask, which means the stored value when it is sent back.
 */
import { isMasked, secret_mask } from '../core/mask.ts'

/** Default ports of schemes for which `URL` has none. */
const default_ports: Readonly<Record<string, string>> = { 'rtsp:': '554', 'rtsps:': '322', 'ftps:': '990' }

/**
 * Scheme, host and port of a URL, with defaults written out; empty if there is none. A host name never equals
 * its address.
 */
export function placeOf(url: string): string {
  if (!URL.canParse(url)) return ''
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return `${protocol}//${host}:${port || (default_ports[protocol] ?? '')}`
}

const secret_name = new RegExp(
  'secret|passw|loginpas|passphrase|pwd|token|key|credential|private|' +
    'sign|auth|hmac|jwt|cookie|session|ticket|' +
    '(^|[^a-z])(sig|sas|pin|otp|pas|pass|pw|sid|code|access)($|[^a-z])',
  'i',
)
/** A JWT, a long hexadecimal number, a random text, and a value that the device has encrypted. */
const secret_content = [
  /^eyJ[\w-]+\.[\w-]+\./,
  /^[0-9a-f]{32,}$/i,
  /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w+=.~-]{20,}$/,
  /^v1:/,
]

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function isSecret(name: string, value: string): boolean {
  const text = decoded(value)
  return (
    secret_name.test(decoded(name)) ||
    secret_content.some((look) => look.test(text)) ||
    // The value is itself an address with secrets.
    (/[?&#]/.test(text) && urlSecrets(text).length > 0)
  )
}

/** The text with each secret replaced; `name` is unique within an address. */
export function withUrlSecrets(text: string, change: (value: string, name: string) => string): string {
  const seen = new Map<string, number>()
  return text.replace(
    /([?&#])([^=?&#\s]+)=([^&#\s]+)/g,
    (whole, mark: string, name: string, value: string) => {
      if (!isSecret(name, value) && !isMasked(value)) return whole
      const n = seen.get(name) ?? 0
      seen.set(name, n + 1)
      return `${mark}${name}=${change(value, `${name}#${n}`)}`
    },
  )
}

/** The secrets of an address, as they are written in it. */
export const urlSecrets = (url: string): string[] =>
  [...namedSecrets(url).values()].filter((value) => !isMasked(value))

/** Masks the secrets in an address, or in a text that contains addresses, for display to users. */
export const maskedUrl = (text: string): string =>
  withUrlSecrets(text.replace(/(:\/\/)[^/?#@\s]*@/g, `$1${secret_mask}@`), () => secret_mask)

/** The secrets by the name under which they are stored; see withUrlSecrets. */
function namedSecrets(url: string): Map<string, string> {
  const named = new Map<string, string>()
  withUrlSecrets(url, (value, name) => {
    named.set(name, value)
    return value
  })
  return named
}

/** Replaces masks with the values stored under the same names, if scheme, host and port are the same. */
export function unmaskedUrl(given: string, stored: string): string {
  if (placeOf(given) !== placeOf(stored)) return given
  const kept = namedSecrets(stored)
  return withUrlSecrets(given, (value, name) => (isMasked(value) ? (kept.get(name) ?? value) : value))
}

/** Whether a mask has no stored value: at another place, or under a name that had no secret. */
export function hasStrayMask(given: string, stored: string): boolean {
  const elsewhere = placeOf(given) !== placeOf(stored)
  const kept = namedSecrets(stored)
  return [...namedSecrets(given)].some(([name, value]) => isMasked(value) && (elsewhere || !kept.has(name)))
}

/** Removes the values that masks stand for: no secret is better than a wrong one. */
export const withoutUrlMasks = (url: string): string =>
  withUrlSecrets(url, (value) => (isMasked(value) ? '' : value))
