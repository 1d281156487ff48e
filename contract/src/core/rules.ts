/**
 * The rules of spec §5 as plain functions that both client and server run. Each returns undefined for a valid
 * value, else the kind of issue. Long because every rule shared by client and server is listed here.
 */
import { motor_cells, password_length } from './limits.ts'

/** What can be wrong with a field. The console has a sentence for each kind in both languages. */
export const issue_kinds = [
  'required',
  'type',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'not_whole',
  'choice',
  'unknown_field',
  'format',
  'control_character',
  'password',
  'password_common',
  'password_context',
  'password_same',
  'password_wrong',
  'username',
  'code_wrong',
  'longitude',
  'latitude',
  'time',
  'time_order',
  'overlap',
  'midnight',
  'motor_cells',
  'vpn_file_name',
  'ipv4',
  'netmask',
  'host',
  'url',
  'url_forbidden',
  'topic',
  'email',
  'json',
  'polygon',
  'duplicate',
  'name_taken',
  'in_use',
  'unreachable',
  'not_found',
  'network',
  'shut_out',
  'gateway_outside',
  'address_of_network',
  'address_of_broadcast',
  'address_not_usable',
  'gateway_is_address',
  'address_in_use',
  'same_as_before',
  'time_zone',
  'vpn_directive',
  'vpn_line',
  'vpn_wireguard',
  'vpn_no_remote',
  'vpn_no_client',
  'vpn_needs_file',
  'vpn_password',
  'vpn_forbidden',
  'repository',
  'no_answer',
  'not_onvif',
  'https_alone',
  'signin_refused',
  'no_stream',
  'no_picture',
  'needs_processing',
  'key_field',
  'key_character',
  'key_path',
  'key_long',
  'key_clash',
  'bucket',
  'document_foreign',
  'document_cut',
  'document_newer',
  'document_changed',
  'document_secret',
  'passphrase_simple',
  'passphrase_wrong',
  'secret_place',
  'certificate_pem',
  'certificate_request',
  'certificate_key',
  'certificate_chain',
  'certificate_expired',
  'certificate_early',
  'certificate_use',
  'certificate_names',
  'certificate_key_pem',
  'certificate_key_encrypted',
  'certificate_key_weak',
  'server_trust',
] as const
export type IssueKind = (typeof issue_kinds)[number]

/**
 * One error in one field. `field` is a dotted path (`lots.0.lot_no`); `limit` is the bound that was exceeded,
 * if any.
 */
export type Issue = { field: string; issue: IssueKind; limit?: number }

/**
 * What no reader sees: a control character, a line separator, a mark or override of direction, an invisible
 * character (but the joiners of emoji and of some scripts), half a surrogate pair, or a code point that is no
 * character. The one definition for every text that is set or that a peer sends: none of them may end a line
 * in another program, break its encoding, or make two texts look the same.
 */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u

const runs_unseen = /*@__PURE__*/ new RegExp(`(?:${unseen.source})+`, 'gu')

/** Whether a text contains what no reader sees. */
export const hasControl = (text: string): boolean => unseen.test(text)

/**
 * What a peer or another program says, as one line of at most `max` UTF-16 units. Each run of characters that
 * no reader sees becomes a blank; the end is no half surrogate pair.
 */
export const plainLine = (text: string, max: number): string =>
  text
    .replace(runs_unseen, ' ')
    .trim()
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')

/** A new password: 8 to 32 characters with letters, digits and at least one symbol (spec §5). */
export function passwordIssue(password: string): IssueKind | undefined {
  const length = [...password].length
  if (length < password_length.min) return 'too_short'
  if (length > password_length.max) return 'too_long'
  if (hasControl(password)) return 'control_character'
  const good = /[A-Za-z]/.test(password) && /[0-9]/.test(password) && /[^A-Za-z0-9\s]/.test(password)
  return good ? undefined : 'password'
}

/** The name of a new user: letters, digits and `. _ -`, starting with a letter or digit, at most 32. */
export function usernameIssue(username: string): IssueKind | undefined {
  if (username.length > 32) return 'too_long'
  return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(username) ? undefined : 'username'
}

/**
 * Whether the password contains a word that an attacker would try first (user, host, model, serial), ignoring
 * case.
 */
export function passwordHasContext(password: string, words: readonly string[]): boolean {
  const lower = password.toLowerCase()
  return words.some((word) => word.length >= 4 && lower.includes(word.toLowerCase()))
}

/** Longitude in degrees: 0 to 180 with at most 6 decimals (spec §5). */
export const longitudeIssue = (degrees: number | string): IssueKind | undefined =>
  isDegrees(degrees, 180) ? undefined : 'longitude'

/** Latitude in degrees: 0 to 90 with at most 6 decimals (spec §5). */
export const latitudeIssue = (degrees: number | string): IssueKind | undefined =>
  isDegrees(degrees, 90) ? undefined : 'latitude'

function isDegrees(degrees: number | string, max: number): boolean {
  const text = String(degrees)
  return /^\d{1,3}(\.\d{1,6})?$/.test(text) && Number(text) <= max
}

/** The number of motorcycle cells in a lot: 1 to 32 (spec §5). */
export const motorCellsIssue = (cells: number): IssueKind | undefined =>
  Number.isInteger(cells) && cells >= motor_cells.min && cells <= motor_cells.max ? undefined : 'motor_cells'

/** The file name of a VPN configuration: a bare name that ends in .ovpn or .conf (spec §5). */
export const vpnFileNameIssue = (name: string): IssueKind | undefined =>
  /^[^/\\]{1,200}\.(ovpn|conf)$/i.test(name) && !hasControl(name) ? undefined : 'vpn_file_name'

/** A period of a day, `HH:mm:ss` to `HH:mm:ss`, both ends included, as in `schedule_param`. */
export type Period = { start: string; end: string }

const second_of_day = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/

/** Seconds since midnight; undefined for a text that is not a time of day. */
export function secondOfDay(time: string): number | undefined {
  const parts = second_of_day.exec(time)
  return parts ? Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3]) : undefined
}

/**
 * Periods must be times of day, must not cross midnight and must not overlap (spec §5). `index` is the first
 * invalid period.
 */
export function scheduleIssue(periods: readonly Period[]): { index: number; issue: IssueKind } | undefined {
  const spans: { start: number; end: number; index: number }[] = []
  for (const [index, period] of periods.entries()) {
    const start = secondOfDay(period.start)
    const end = secondOfDay(period.end)
    if (start === undefined || end === undefined) return { index, issue: 'time' }
    if (start > end) return { index, issue: 'midnight' }
    spans.push({ start, end, index })
  }
  spans.sort((a, b) => a.start - b.start)
  for (const [at, span] of spans.entries()) {
    const before = spans[at - 1]
    if (before && span.start <= before.end)
      return { index: Math.max(span.index, before.index), issue: 'overlap' }
  }
  return undefined
}

/** An IPv4 address in dotted form, without leading zeros. */
export const isIpv4 = (text: string): boolean =>
  /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text)

/** A netmask: ones followed by zeros, at least one of each. */
export function isNetmask(text: string): boolean {
  if (!isIpv4(text)) return false
  const bits = text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const zeros = 2 ** 32 - bits
  return bits !== 0 && zeros > 1 && (zeros & (zeros - 1)) === 0
}

/** A host name or an IPv4 address, without port. */
export const isHost = (text: string): boolean =>
  isIpv4(text) ||
  (/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(text) &&
    !/^[\d.]+$/.test(text))

/** A host with or without a port: `ntp.example.com`, `192.0.2.1:1123`. */
export function hostPortOf(text: string): { host: string; port: number | undefined } | undefined {
  const [, host = '', port] = /^([^:]*)(?::([1-9]\d{0,4}))?$/.exec(text) ?? []
  if (!isHost(host) || Number(port ?? 1) > 65_535) return undefined
  return { host, port: port === undefined ? undefined : Number(port) }
}

/**
 * The URL of a VPN registrar as users type it (docs/vpn.md): `host`, `host:port` or a URL. The scheme
 * defaults to https, the path to `/register`. Undefined for anything else.
 */
export function registerUrl(text: string): string | undefined {
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (/[\s\\]/.test(text) || !isUrl(written, ['https', 'http'])) return undefined
  const url = new URL(written)
  if (url.search !== '' || url.hash !== '') return undefined
  if (url.pathname === '/') url.pathname = '/register'
  return url.href
}

/**
 * Whether a text is an absolute URL with one of the schemes, with a host and without user info. Refuses
 * anything that another program could read as a different host: white space, a backslash, an `@` in the query
 * or after `#`.
 */
export function isUrl(text: string, schemes: readonly string[]): boolean {
  if (!URL.canParse(text) || hasControl(text) || /[\s\\]|[?#].*@/.test(text)) return false
  const url = new URL(text)
  return (
    schemes.includes(url.protocol.slice(0, -1)) &&
    url.hostname !== '' &&
    url.username === '' &&
    url.password === ''
  )
}

export type Point = readonly [x: number, y: number]

/** The outline of a lot: 3 to 64 points inside the picture (0 to 1) whose edges do not cross. */
export function polygonIssue(points: readonly Point[]): IssueKind | undefined {
  if (points.length < 3 || points.length > 64) return 'polygon'
  if (points.some(([x, y]) => !(x >= 0 && x <= 1 && y >= 0 && y <= 1))) return 'polygon'
  if (Math.abs(areaOf(points)) < 1e-6) return 'polygon'
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      const neighbours = j === i + 1 || (i === 0 && j === points.length - 1)
      if (!neighbours && edgesCross(points, i, j)) return 'polygon'
    }
  }
  return undefined
}

/** The signed area in units of the picture (shoelace formula). */
export function areaOf(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length]!
    return sum + (x * nextY - nextX * y) / 2
  }, 0)
}

function edgesCross(points: readonly Point[], i: number, j: number): boolean {
  const [a, b] = [points[i]!, points[(i + 1) % points.length]!]
  const [c, d] = [points[j]!, points[(j + 1) % points.length]!]
  const side = (p: Point, q: Point, r: Point) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}
