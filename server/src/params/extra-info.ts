/** `extra_info` of the platform (spec §3): a JSON object as text, which may contain secrets. */
import { holdsMask, isMasked, secret_mask, type Params } from '@parking/contract'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const secret_name = new RegExp(
  'secret|passw|passphrase|pwd|token|key|credential|private|signature|' +
    '(^|[^a-z])(auth|authorization|pin|otp|cookie|session)($|[^a-z])',
  'i',
)

/**
 * Values that are secrets regardless of their name: a sign-in header, a JWT, a private key, a random text.
 */
const secret_content = [
  /^(basic|bearer|digest)\s+\S/i,
  /^eyJ[\w-]+\.[\w-]+\./,
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /:\/\/[^/@\s]+@/,
  /[?&][^=&#\s]*(token|key|secret|passw|pwd|auth|sign)[^=&#\s]*=[^&#\s]/i,
  /^[0-9a-f]{32,}$/i,
  /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w+=-]{20,}$/,
]
const isSecret = (value: Json): boolean =>
  typeof value === 'string' && secret_content.some((kind) => kind.test(value))

/**
 * The text with its secrets masked: those found by the name of their key and, with `by_content`, by their
 * form. Exactly as typed if there are none.
 */
export function masked(text: string, by_content = true): string {
  if (text === '') return ''
  let found = false
  const hide = (value: Json, name: string): Json => {
    if (Array.isArray(value)) return value.map((item) => hide(item, name))
    if (typeof value === 'object' && value !== null)
      return mapped(value, (inner, key) => hide(inner, secret_name.test(name) ? name : key))
    const secret = secret_name.test(name) || (by_content && isSecret(value))
    if (!secret || value === '' || value === null) return value
    found = true
    return secret_mask
  }
  const hidden = hide(parse(text), '')
  return found ? written(hidden, text) : text
}

/** Replaces masks in the text by the stored values at the same place. */
export function unmasked(text: string, old: string): string {
  if (!holdsMask(text)) return text
  let found = false
  const restore = (value: Json, before: Json | undefined): Json => {
    if (Array.isArray(value))
      return value.map((item, at) => restore(item, Array.isArray(before) ? before[at] : undefined))
    if (typeof value === 'object' && value !== null) {
      const known = typeof before === 'object' && before !== null && !Array.isArray(before) ? before : {}
      return mapped(value, (inner, name) =>
        restore(inner, Object.hasOwn(known, name) ? known[name] : undefined),
      )
    }
    if (!isMasked(value) || before === undefined) return value
    found = true
    return before
  }
  const restored = restore(parse(text), old === '' ? undefined : parse(old))
  return found ? written(restored, text) : text
}

const parse = (text: string) => JSON.parse(text) as Json
const written = (value: Json, like: string) =>
  JSON.stringify(value, null, like.includes('\n') ? 2 : undefined)
/** Object.fromEntries defines each key, so that a key named `__proto__` is treated like any other. */
const mapped = (object: { [name: string]: Json }, change: (value: Json, name: string) => Json) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))

/** The secret of the platform's signature (docs/platform.md); empty if none is set. */
export function appSecret({ extra_info }: Pick<Params['platform_param'], 'extra_info'>): string {
  const info = extra_info === '' ? {} : parse(extra_info)
  const secret =
    typeof info === 'object' && info !== null && !Array.isArray(info) && Object.hasOwn(info, 'app_secret')
      ? info['app_secret']
      : ''
  return typeof secret === 'string' ? secret : ''
}
