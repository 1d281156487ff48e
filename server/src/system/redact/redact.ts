/**
 * The last filter before anything leaves the box in a bundle: removes and counts everything that is, or looks
 * like, a secret. Finds the device's stored secrets by their text (secret-values.ts), all others by pattern.
 */
import type { Deps } from '#src/core/deps.ts'
import { formsOfSecrets } from './secret-values.ts'

export const removed = '[removed]'

export type Redactor = {
  /** Returns the text without secrets. */
  text(text: string): string
  /** Like `text`, for a value to be written as JSON: also finds a secret by the name of its field. */
  value(value: unknown): unknown
  /** Number of secrets removed since the redactor was opened. */
  readonly count: number
}

const secret_word =
  'passw(?:or)?d|passwd|passphrase|passcode|pwd|secret|token|api[_-]?key|access[_-]?key|' +
  'private[_-]?key|app[_-]?key|auth[_-]?key|psk|credentials?|cookie|session[_-]?id|' +
  'signature|sign|otp|密码|密碼|口令|密钥|金鑰'
/** A value in a field with such a name is a secret... */
const secret_name = new RegExp(
  `(?:^|[^a-z])(?:${secret_word}|key|keys|auth|authorization|from_auth|extra_info)$|` +
    'passw|secret|credential|private|密码|密碼',
  'i',
)
/** ...except in these fields, which only look like secrets. */
const harmless_name = /_(set|url|re|th|hash_kind)$|^key_re$|^must_change/i

type Pattern = { find: RegExp; put: string | ((...found: string[]) => string) }

const inline_tag = 'key|tls-auth|tls-crypt(?:-v2)?|secret|auth-user-pass|pkcs12|cert|extra-certs'

const patterns: readonly Pattern[] = [
  // Blocks of keys and certificates, in PEM and inline in OpenVPN files; a truncated one extends to the end.
  { find: /-----BEGIN [A-Z0-9 ]+-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g, put: removed },
  {
    find: new RegExp(String.raw`<(${inline_tag})>[\s\S]*?(?:<\/\1>|$)`, 'gi'),
    put: (_, tag = '') => `<${tag}>${removed}</${tag}>`,
  },
  // User and password of a URL, up to the last @: a password may contain one.
  { find: /\b([a-z][a-z0-9+.-]*:\/\/)[^\s"'<>]*@/gi, put: (_, scheme = '') => `${scheme}${removed}@` },
  {
    find: /\b((?:proxy-)?authorization["']?\s*[:=]\s*)[^\r\n]+/gi,
    put: (_, name = '') => `${name}${removed}`,
  },
  { find: /\b((?:set-)?cookie["']?\s*:\s*)[^\r\n]+/gi, put: (_, name = '') => `${name}${removed}` },
  { find: /\b(bearer|basic|digest)\s+[A-Za-z0-9._~+/=-]{8,}/gi, put: (_, kind = '') => `${kind} ${removed}` },
  // name=value, name: value, "name":"value", --name value.
  {
    find: new RegExp(
      `((?:[\\w.-]*(?:${secret_word}))["']?\\s*[:=：]\\s*)` +
        `("(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|[^\\s,;&)}\\]"']+)`,
      'gi',
    ),
    put: (whole, name = '', value = '') =>
      value === removed || /^\W*$/.test(value) ? whole : `${name}${removed}`,
  },
  // In a sentence. "The password is wrong" contains no secret; a word with a digit or symbol is one.
  {
    find: new RegExp(
      String.raw`((?:passw(?:or)?d|密码|密碼|口令)\s*(?:is|was|为|為|是)\s*)` +
        String.raw`(?=\S*[^\sA-Za-z\u4e00-\u9fff])(?!\[removed\])([^\s,;]+)`,
      'gi',
    ),
    put: (_, name = '') => `${name}${removed}`,
  },
  // Before `=`, even a plain `key` or `pass` names a secret.
  {
    find: /((?<![\w-])(?:key|pass|pw)=)([^\s,;&)}\]"']+)/gi,
    put: (whole, name = '', value = '') => (removed.startsWith(value) ? whole : `${name}${removed}`),
  },
  {
    find: new RegExp(`(--?(?:${secret_word})\\s+)(?!\\[removed\\])(\\S+)`, 'gi'),
    put: (_, name = '') => `${name}${removed}`,
  },
  // Password hashes.
  { find: /\$(?:argon2\w*|2[aby]|5|6|y|scrypt|pbkdf2[\w-]*)\$[^\s"']+/g, put: removed },
  // A long word of mixed letters and digits may be a token.
  {
    find: new RegExp(
      '(?<![A-Za-z0-9_+/=-])(?=[A-Za-z0-9_+/-]*[a-z])(?=[A-Za-z0-9_+/-]*[A-Z])' +
        String.raw`(?=[A-Za-z0-9_+/-]*\d)` +
        '[A-Za-z0-9_+-][A-Za-z0-9_+/-]{38,}={0,2}',
      'g',
    ),
    put: (word) => (word.split('/').length > 3 ? word : removed),
  },
]

/** Reads the device's secrets once. Use one redactor per job. */
export function openRedactor(deps: Pick<Deps, 'db' | 'secrets' | 'folder'>): Redactor {
  const forms = formsOfSecrets(deps)
  let count = 0

  function text(given: string): string {
    let out = given
    for (const form of forms) {
      if (!out.includes(form)) continue
      const parts = out.split(form)
      count += parts.length - 1
      out = parts.join(removed)
    }
    for (const { find, put } of patterns) {
      out = out.replace(find, (...found: string[]) => {
        const now = typeof put === 'string' ? put : put(...found)
        if (now !== found[0]) count++
        return now
      })
    }
    return out
  }

  function value(given: unknown, name = ''): unknown {
    const secret = secret_name.test(name) && !harmless_name.test(name)
    if (typeof given === 'string') {
      if (!secret || given === '' || given === removed) return text(given)
      count++
      return removed
    }
    if (typeof given === 'number' && secret) {
      count++
      return removed
    }
    if (Array.isArray(given)) return given.map((item) => value(item, name))
    if (typeof given === 'object' && given !== null)
      return Object.fromEntries(
        Object.entries(given).map(([key, inner]) => [
          text(key),
          value(inner, secret && !harmless_name.test(key) ? name : key),
        ]),
      )
    return given
  }

  return {
    text,
    value: (given) => value(given),
    get count() {
      return count
    },
  }
}
