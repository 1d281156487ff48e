/**
 * Parses an OpenVPN client configuration as OpenVPN 2.6 does, before it is stored (spec §5, docs/vpn.md).
 * Both client and server run it. Long because the parser keeps the states of OpenVPN's own parser together.
 */
import type { Issue, IssueKind } from '../core/rules.ts'
import {
  file_directives,
  harmless_variable,
  isDangerous,
  vpn_directives,
  vpn_inline,
} from './vpn-directives.ts'

export type VpnRemote = { host: string; port: number; proto: 'udp' | 'tcp' }
export type VpnConfig = {
  /** Issues of the field `content`; `limit` is the line number, from 1. If empty, the file may be stored. */
  issues: Issue[]
  remotes: VpnRemote[]
  /** Whether all traffic goes through the tunnel, so that starting it is a trial. */
  takes_default_route: boolean
  /** The networks behind the tunnel that the file itself lists. */
  routes: string[]
  /** The ciphers that the file requests; empty if it leaves the choice to the server. */
  cipher: string
  /** Whether the file contains a user name and a password. */
  has_password: boolean
}

export const vpn_file_bytes = 65_536
/** OpenVPN splits a longer line into two. */
const line_bytes = 254
const max_words = 16
const default_port = 1194
/** Taken in one plain form, and left out when the file is installed. */
const without_effect: ReadonlySet<string> = new Set(['lport', 'script-security', 'user', 'group'])
/** The accounts that guides name for a process without rights. */
const unprivileged = /^(nobody|nogroup|openvpn|_openvpn|nm-openvpn)$/
/** A route with a shorter prefix counts as a default route. */
const wide_prefix = { 4: 8, 6: 16 } as const

type Draft = VpnConfig & {
  client: boolean
  tls_client: boolean
  pull: boolean
  port: number
  proto: 'udp' | 'tcp'
  declared_remotes: { host: string; port?: number; proto?: 'udp' | 'tcp' }[]
}

/** Parses a configuration and reports what is wrong with it in `issues`. Never throws. */
export function readVpnConfig(text: string): VpnConfig {
  const draft: Draft = {
    issues: [],
    remotes: [],
    takes_default_route: false,
    routes: [],
    cipher: '',
    has_password: false,
    client: false,
    tls_client: false,
    pull: false,
    port: default_port,
    proto: 'udp',
    declared_remotes: [],
  }
  const add = (issue: IssueKind, line?: number) =>
    void draft.issues.push({ field: 'content', issue, ...(line === undefined ? {} : { limit: line }) })
  if (bytesOf(text) > vpn_file_bytes) {
    add('too_long', vpn_file_bytes)
    return resultOf(draft)
  }
  const lines = text.replace(/^\ufeff/, '').split('\n')
  const wireguard = lines.findIndex((line) => /^\s*\[Interface\]\s*$/i.test(line))
  if (wireguard >= 0) {
    add('vpn_wireguard', wireguard + 1)
    return resultOf(draft)
  }
  let block: { tag: string; from: number; body: string[] } | undefined
  for (const [index, line] of lines.entries()) {
    const at = index + 1
    if (bytesOf(line) > line_bytes || /[\0-\x08\v\f\x0e-\x1f\x7f]/.test(line)) {
      add('vpn_line', at)
      continue
    }
    if (block) {
      // Like OpenVPN, ignores anything after the closing tag on its line.
      if (line.replace(/^[ \t\r]+/, '').startsWith(`</${block.tag}>`)) {
        const issue = blockIssue(block.tag, block.body, draft)
        if (issue) add(issue, block.from)
        block = undefined
        continue
      }
      block.body.push(line)
      if (block.tag !== 'connection') continue
    }
    const words = wordsOf(line)
    if (words?.length === 0) continue
    const issue = !words ? 'vpn_line' : directiveIssue(words, draft)
    const tag = words?.length === 1 ? /^<(.*)>$/.exec(words[0]!)?.[1] : undefined
    if (tag === undefined) {
      if (issue) add(issue, at)
    } else if (!block && vpn_inline.includes(tag)) block = { tag, from: at, body: [] }
    else add(isDangerous(tag) ? 'vpn_directive' : 'vpn_line', at)
  }
  if (block) add('vpn_line', block.from)
  if (!draft.client && !(draft.tls_client && draft.pull)) add('vpn_no_client')
  if (draft.declared_remotes.length === 0) add('vpn_no_remote')
  return resultOf(draft)
}

/** The hosts that a file makes OpenVPN connect to (servers and proxies), each with its line number. */
export function vpnHosts(text: string): { host: string; line: number }[] {
  return text.split('\n').flatMap((written, index) => {
    const [name = '', host = ''] = wordsOf(written) ?? []
    const connects = name === 'remote' || name === 'http-proxy' || name === 'socks-proxy'
    return connects ? [{ host, line: index + 1 }] : []
  })
}

function resultOf({
  issues,
  declared_remotes,
  port,
  proto,
  takes_default_route,
  routes,
  cipher,
  has_password,
}: Draft): VpnConfig {
  return {
    issues,
    remotes: declared_remotes.map((remote) => ({ port, proto, ...remote })),
    takes_default_route,
    routes,
    cipher,
    has_password,
  }
}

/**
 * Splits a line into words by OpenVPN's rules: quotes, backslashes, comments after `#` or `;` at the start of
 * a word; a leading `--` of the first word is removed. Undefined for a line that OpenVPN refuses, and for a
 * first word in quotes, which no legitimate file needs.
 */
export function wordsOf(line: string): string[] | undefined {
  const words: string[] = []
  let [state, word, backslash]: ['between' | 'bare' | 'double' | 'single', string, boolean] = [
    'between',
    '',
    false,
  ]
  const done = () => {
    words.push(word)
    ;[state, word] = ['between', '']
  }
  for (const character of `${line}\n`) {
    const space = /[ \t\r\n]/.test(character)
    if (character === '\\' && !backslash && state !== 'single') {
      backslash = true
      if (words.length === 0) return undefined
      continue
    }
    let taken = ''
    if (state === 'between') {
      if (space) {
        // A space between words is skipped, even after a backslash, which is not part of a word here.
      } else if (character === '#' || character === ';') break
      else if (!backslash && (character === '"' || character === "'")) {
        if (words.length === 0) return undefined
        state = character === '"' ? 'double' : 'single'
      } else [state, taken] = ['bare', character]
    } else if (state === 'bare') {
      if (!backslash && space) done()
      else taken = character
    } else if (character === (state === 'double' ? '"' : "'") && !backslash) done()
    else taken = character
    if (backslash && taken !== '' && taken !== '\\' && taken !== '"' && !space) return undefined
    backslash = false
    word += taken
  }
  if (state !== 'between' || words.length > max_words || words.some((one) => /[\r\n]/.test(one)))
    return undefined
  const first = words[0]
  if (first !== undefined && /["'\\]/.test(first)) return undefined
  return first === undefined
    ? []
    : [first.length >= 3 && first.startsWith('--') ? first.slice(2) : first, ...words.slice(1)]
}

function directiveIssue(words: readonly string[], draft: Draft): IssueKind | undefined {
  const [name = '', first = '', second = '', third = ''] = words
  if (isDangerous(name.toLowerCase())) return 'vpn_directive'
  if (file_directives.has(name)) return 'vpn_needs_file'
  switch (name) {
    case 'askpass':
    case 'static-challenge':
      return 'vpn_password'
    case 'auth-user-pass':
      return first === '' ? 'vpn_password' : 'vpn_needs_file'
    case 'setenv':
      // `setenv opt up /bin/sh` is the directive `up`.
      if (first === 'opt')
        return words.length > 2 && !/^["'\\-]/.test(second) && !without_effect.has(second)
          ? directiveIssue(words.slice(2), draft)
          : 'vpn_line'
      return harmless_variable.test(first) ? undefined : 'vpn_directive'
    case 'lport':
      return first === '0' ? undefined : 'vpn_directive'
    case 'script-security':
      return /^[0-3]$/.test(first) ? undefined : 'vpn_directive'
    case 'user':
    case 'group':
      return unprivileged.test(first) ? undefined : 'vpn_directive'
    case 'client':
      draft.client = true
      return undefined
    case 'tls-client':
      draft.tls_client = true
      return undefined
    case 'pull':
      draft.pull = true
      return undefined
    case 'cipher':
    case 'data-ciphers':
      if (draft.cipher === '' || name === 'data-ciphers') draft.cipher = first
      return undefined
    case 'dev':
    case 'dev-type':
      return /^(tun|tap)[a-z0-9_-]{0,12}$/.test(first) ? undefined : 'vpn_line'
    case 'port':
    case 'rport':
      draft.port = portOf(first) ?? draft.port
      return portOf(first) === undefined ? 'vpn_line' : undefined
    case 'proto':
    case 'proto-force':
      if (/server/.test(first)) return 'vpn_directive'
      draft.proto = protoOf(first) ?? draft.proto
      return protoOf(first) ? undefined : 'vpn_line'
    case 'remote': {
      if (/server/.test(third)) return 'vpn_directive'
      const good =
        /^[A-Za-z0-9._:-]{1,253}$/.test(first) &&
        (second === '' || portOf(second) !== undefined) &&
        (third === '' || protoOf(third) !== undefined)
      if (good)
        draft.declared_remotes.push({
          host: first,
          ...(second && { port: portOf(second)! }),
          ...(third && { proto: protoOf(third)! }),
        })
      return good ? undefined : 'vpn_line'
    }
    case 'redirect-gateway':
      draft.takes_default_route = true
      return undefined
    case 'route':
    case 'route-ipv6':
      return routeIssue(name, first, second, draft)
    case 'http-proxy':
    case 'socks-proxy':
      // The third argument is a file with a password, or makes OpenVPN prompt for one.
      return words.length > 3 ? 'vpn_needs_file' : undefined
    case 'auth-retry':
      return first === 'interact' ? 'vpn_password' : undefined
    default:
      return vpn_directives.includes(name) ? undefined : 'vpn_line'
  }
}

function routeIssue(name: string, network: string, mask: string, draft: Draft): IssueKind | undefined {
  if (!/^[A-Za-z0-9._:/-]{1,253}$/.test(network) && network !== 'remote_host') return 'vpn_line'
  const prefix = name === 'route' ? prefixOf(mask || '255.255.255.255') : Number(network.split('/')[1] ?? 128)
  if (prefix < wide_prefix[name === 'route' ? 4 : 6]) draft.takes_default_route = true
  draft.routes.push(name === 'route' ? `${network}/${prefix}` : network)
  return undefined
}

/**
 * The number of leading ones of a mask. A text that is not a mask, such as `default`, counts as a single
 * address.
 */
function prefixOf(mask: string): number {
  const parts = mask.split('.').map(Number)
  if (parts.length !== 4 || parts.some((part) => !(part >= 0 && part <= 255))) return 32
  const bits = parts.map((part) => part.toString(2).padStart(8, '0')).join('')
  return bits.indexOf('0') < 0 ? 32 : bits.indexOf('0')
}

function blockIssue(tag: string, body: readonly string[], draft: Draft): IssueKind | undefined {
  if ((tag === 'key' || tag === 'pkcs12') && body.some((line) => /ENCRYPTED/.test(line)))
    return 'vpn_password'
  if (tag !== 'auth-user-pass' && tag !== 'http-proxy-user-pass') return undefined
  draft.has_password = true
  return body.length >= 2 && body.slice(0, 2).every((line) => line.trim() !== '') ? undefined : 'vpn_password'
}

const portOf = (text: string): number | undefined =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined
const protoOf = (text: string): 'udp' | 'tcp' | undefined =>
  /^udp[46]?$/.test(text) ? 'udp' : /^tcp[46]?(-client)?$/.test(text) ? 'tcp' : undefined

/** The length in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0
  for (const character of text)
    bytes +=
      character.codePointAt(0)! < 0x80
        ? 1
        : character.codePointAt(0)! < 0x800
          ? 2
          : character.length === 2
            ? 4
            : 3
  return bytes
}
