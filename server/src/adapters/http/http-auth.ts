/** Basic and digest authentication (RFC 7617, RFC 7616), as cameras request it with a 401: HTTP and RTSP. */
import { createHash, randomBytes } from 'node:crypto'

export type Login = { username: string; password: string }

export type Signer = {
  /**
   * Takes the challenges of a 401, joined by commas. Returns whether it can answer one of them. `refused`:
   * the last answer was wrong. Another one is then given only for a realm that can be read in two ways.
   */
  take(challenges: string, refused?: boolean): boolean
  /**
   * The `Authorization` field of a request, of which each sign is a byte (latin1), as the challenge was read;
   * empty before a challenge. `uri` as in the request line.
   */
  sign(method: string, uri: string, body?: string | Uint8Array): string
}

/** Whether the challenges blame the age of the nonce alone. */
export const isStale = (challenges: string): boolean => /\bstale\s*=\s*"?true/i.test(challenges)

/** `plain`: backslashes in it are signs like any other, as firmware has it that knows no escapes. */
type Challenge = { scheme: string; fields: Record<string, string>; plain: boolean }

/** Signs the requests of one connection or one exchange; a nonce is counted up, as strict servers require. */
export function createSigner(login: Login): Signer {
  let [asked, count]: [Challenge | undefined, number] = [undefined, 0]
  return {
    take(challenges, refused = false) {
      if (refused && (asked?.plain || !challenges.includes('\\'))) return false
      const offers = challengesIn(challenges, refused)
      // A camera that offers several algorithms lists its preferred one first; old ones support MD5 only. A
      // digest that it refuses is never followed by basic: the password may be of another camera.
      asked = offers.find(isDigest) ?? offers.find(({ scheme }) => scheme === 'basic')
      count = 0
      return asked !== undefined
    },
    sign(method, uri, body = '') {
      if (!asked) return ''
      if (asked.scheme === 'basic')
        return `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`
      const nc = (++count).toString(16).padStart(8, '0')
      return digestAnswer(asked, login, { method, uri, body, nc })
    },
  }
}

const hashes: Readonly<Record<string, string>> = { MD5: 'md5', SHA256: 'sha256', SHA512256: 'sha512-256' }
/** Some servers write SHA256, or leave the name empty. */
const hashOf = ({ algorithm }: Record<string, string>): string | undefined =>
  hashes[
    (algorithm || 'MD5')
      .toUpperCase()
      .replace(/-SESS$/, '')
      .replaceAll(/[-_]/g, '')
  ]

const isDigest = ({ scheme, fields }: Challenge): boolean =>
  scheme === 'digest' && hashOf(fields) !== undefined

/** Challenges of all schemes have some 600 signs; the time that a pattern takes grows with their square. */
const max_challenges = 2048

/** Some servers leave out the quotes around both qualities. */
const open_list = /\bqop\s*=\s*(auth(?:-int)?\s*,\s*auth(?:-int)?)(?![\w-]|\s*=)/i

const quoted_value = String.raw`"((?:[^"\\]|\\.)*)"`
const bare_value = String.raw`([^,;]*?)(?=\s*[,;]|\s*$|\s+[\w-]+\s*=)`
const part = new RegExp(String.raw`([^\s,;="]+)(?:\s*=\s*(?:${quoted_value}|${bare_value}))?`, 'g')

/**
 * A scheme has no equals sign after it; everything else is a field of the scheme before it. A value without
 * quotes may have spaces: it ends at a comma or a semicolon, or before the next field.
 */
function challengesIn(text: string, plain: boolean): Challenge[] {
  const found: Challenge[] = []
  const parts = text
    .slice(0, max_challenges)
    .replace(open_list, (list, words: string) => list.replace(words, `"${words}"`))
    .matchAll(part)
  for (const [, name = '', quoted, bare] of parts) {
    const value = (plain ? quoted : quoted?.replaceAll(/\\(.)/g, '$1')) ?? bare
    if (value === undefined) found.push({ scheme: name.toLowerCase(), fields: {}, plain })
    else if (found.length > 0) found.at(-1)!.fields[name.toLowerCase()] = value
  }
  return found
}

/** The bytes of UTF-8, each as a sign: a realm goes back in the bytes in which it came. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')

type Signed = { method: string; uri: string; body: string | Uint8Array; nc: string }

function digestAnswer(
  { fields: asked, plain: is_plain }: Challenge,
  login: Login,
  { method, uri, body, nc }: Signed,
): string {
  const hash = (content: string | Uint8Array) =>
    createHash(hashOf(asked)!)
      .update(typeof content === 'string' ? Buffer.from(content, 'latin1') : content)
      .digest('hex')
  const username = bytesOf(login.username)
  const { realm = '', nonce = '', opaque, algorithm } = asked
  const cnonce = randomBytes(8).toString('hex')
  const offered = (asked['qop'] ?? '').split(',').map((word) => word.trim().toLowerCase())
  const qop = ['auth', 'auth-int'].find((word) => offered.includes(word))
  const plain = hash(`${username}:${realm}:${bytesOf(login.password)}`)
  const ha1 = /-sess$/i.test(algorithm ?? '') ? hash(`${plain}:${nonce}:${cnonce}`) : plain
  const own = typeof body === 'string' ? Buffer.from(body) : body
  const ha2 = hash(`${method}:${uri}${qop === 'auth-int' ? `:${hash(own)}` : ''}`)
  const response = qop
    ? hash(`${ha1}:${nonce}:${nc}:${cnonce}:${qop}:${ha2}`)
    : hash(`${ha1}:${nonce}:${ha2}`)
  const quote = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  const hides_name = asked['userhash']?.toLowerCase() === 'true'
  const parts = [
    `username=${quote(hides_name ? hash(`${username}:${realm}`) : username)}`,
    `realm=${is_plain ? `"${realm}"` : quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `response="${response}"`,
  ]
  if (algorithm) parts.push(`algorithm=${algorithm}`)
  if (opaque !== undefined) parts.push(`opaque=${quote(opaque)}`)
  if (qop) parts.push(`qop=${qop}`, `nc=${nc}`, `cnonce="${cnonce}"`)
  if (hides_name) parts.push('userhash=true')
  return `Digest ${parts.join(', ')}`
}
