/**
 * Secrets inside an address that people type: values of its query whose name or look says that they are one.
 * They are write-only: shown as a mask, which stands for the stored value when it comes back.
 */

/** What is shown instead of a secret. */
export const url_mask = '******'

/** Ports that URL does not know as the default of their scheme. */
const default_ports: Readonly<Record<string, string>> = { 'rtsp:': '554', 'rtsps:': '322', 'ftps:': '990' }

/** Scheme, host and port of a URL, with defaults written out; empty for none. A name is never its address. */
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
/** A JWT, a long number in hexadecimal, a random text, and what the device has sealed. */
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
    // An address inside the address.
    (/[?&#]/.test(text) && urlSecrets(text).length > 0)
  )
}

/** The text with each secret changed; `name` is unique within an address. */
export function withUrlSecrets(text: string, change: (value: string, name: string) => string): string {
  const seen = new Map<string, number>()
  return text.replace(
    /([?&#])([^=?&#\s]+)=([^&#\s]+)/g,
    (whole, mark: string, name: string, value: string) => {
      if (!isSecret(name, value) && value !== url_mask) return whole
      const n = seen.get(name) ?? 0
      seen.set(name, n + 1)
      return `${mark}${name}=${change(value, `${name}#${n}`)}`
    },
  )
}

/** The secrets of an address, as they stand in it. */
export const urlSecrets = (url: string): string[] =>
  [...namedSecrets(url).values()].filter((value) => value !== url_mask)

/** An address, or a text with addresses in it, as users may see it. */
export const maskedUrl = (text: string): string =>
  withUrlSecrets(text.replace(/(:\/\/)[^/?#@\s]*@/g, `$1${url_mask}@`), () => url_mask)

/** What stands where a secret is stored, by its name; see withUrlSecrets. */
function namedSecrets(url: string): Map<string, string> {
  const named = new Map<string, string>()
  withUrlSecrets(url, (value, name) => {
    named.set(name, value)
    return value
  })
  return named
}

/** Masks stand for the values that are stored under the same names, at the same scheme, host and port. */
export function unmaskedUrl(given: string, stored: string): string {
  if (placeOf(given) !== placeOf(stored)) return given
  const kept = namedSecrets(stored)
  return withUrlSecrets(given, (value, name) => (value === url_mask ? (kept.get(name) ?? value) : value))
}

/** Whether a mask stands for nothing: at another place, or under a name that held no secret. */
export function hasStrayMask(given: string, stored: string): boolean {
  const elsewhere = placeOf(given) !== placeOf(stored)
  const kept = namedSecrets(stored)
  return [...namedSecrets(given)].some(
    ([name, value]) => value === url_mask && (elsewhere || !kept.has(name)),
  )
}

/** Without the values that masks stand for: better no secret than a wrong one. */
export const withoutUrlMasks = (url: string): string =>
  withUrlSecrets(url, (value) => (value === url_mask ? '' : value))
