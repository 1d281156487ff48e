/**
 * Which addresses the device may connect to. Every host and URL that a person or a peer can set is checked
 * here twice: as written, and at connect time as resolved. Private networks are allowed: cameras are there.
 */
import { lookup, Resolver, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import { deviceSentence, type IssueKind } from '@parking/contract'
import type { MuteAddresses } from './mute-addresses.ts'
import { ownAddresses } from './own-addresses.ts'

type Block = readonly [address: string, prefix: number, kind: 'ipv4' | 'ipv6']

const loopback = blockListOf([
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
])

const nat64 = blockListOf([['64:ff9b::', 96, 'ipv6']])

const forbidden = blockListOf([
  ['0.0.0.0', 8, 'ipv4'], // unspecified: reaches the box itself on Linux
  ['169.254.0.0', 16, 'ipv4'], // link-local, and the metadata service of most clouds
  ['100.100.100.200', 32, 'ipv4'], // metadata, Aliyun
  ['192.0.0.192', 32, 'ipv4'], // metadata, Oracle
  ['168.63.129.16', 32, 'ipv4'], // metadata, Azure
  ['224.0.0.0', 4, 'ipv4'], // multicast
  ['240.0.0.0', 4, 'ipv4'], // reserved and broadcast
  ['::', 96, 'ipv6'], // unspecified, and the old spelling of IPv4 addresses
  ['fe80::', 10, 'ipv6'], // link-local
  ['ff00::', 8, 'ipv6'], // multicast
  ['fd00:ec2::254', 128, 'ipv6'], // metadata, AWS
  ['fd20:ce::254', 128, 'ipv6'], // metadata, Google
  ['::ffff:0:0:0', 96, 'ipv6'], // these embed any IPv4 address: SIIT, NAT64 of a site, Teredo, 6to4
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
])

function blockListOf(blocks: readonly Block[]): Pick<BlockList, 'check'> {
  const list = new BlockList()
  for (const [address, prefix, kind] of blocks) list.addSubnet(address, prefix, kind)
  return list
}

const forbidden_names = /(^|\.)(metadata\.google\.internal|metadata|instance-data)$/
const loopback_names = /(^|\.)(localhost|localhost6|ip6-localhost|ip6-loopback)$/

/** `allow_loopback`: 127.0.0.0/8 and ::1 are allowed, for the simulated street; no other own address is. */
export type Reach = {
  allow_loopback: boolean
  /** What is known of addresses; without it they are all alike. */
  mute?: MuteAddresses
}

/** The IPv4 address to which a NAT64 leads (RFC 6052): networks without IPv4 have no other way to it. */
function behindNat64(address: string): string | undefined {
  if (!nat64.check(address, 'ipv6')) return undefined
  const [high = '', low = ''] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':').slice(-2)
  const bytes = [high, low].flatMap((word) => [
    parseInt(word || '0', 16) >> 8,
    parseInt(word || '0', 16) & 255,
  ])
  return bytes.join('.')
}

/**
 * True when the device may connect to this address (not a name): it is no address of the device itself, and
 * of no kind that `forbidden` lists. IPv6 forms of IPv4 addresses are recognised.
 */
export function mayReachAddress(address: string, { allow_loopback }: Reach): boolean {
  const bare = address.replace(/%.*$/, '')
  const version = isIP(bare)
  if (version === 0) return false
  const kind = version === 4 ? 'ipv4' : 'ipv6'
  if (loopback.check(bare, kind)) return allow_loopback
  const translated = version === 6 ? behindNat64(bare) : undefined
  if (translated !== undefined) return mayReachAddress(translated, { allow_loopback: false })
  return !forbidden.check(bare, kind) && !ownAddresses().check(bare, kind)
}

/**
 * What is wrong with a typed host, or undefined. Decimal,
 * hexadecimal and octal forms are read as a browser reads them.
 */
export function hostIssue(host: string, reach: Reach): IssueKind | undefined {
  const written = isIP(host) === 6 ? `[${host}]` : host
  if (!URL.canParse(`http://${written}/`)) return 'host'
  const name = new URL(`http://${written}/`).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(name)) return mayReachAddress(name, reach) ? undefined : 'url_forbidden'
  if (loopback_names.test(name)) return reach.allow_loopback ? undefined : 'url_forbidden'
  return forbidden_names.test(name) ? 'url_forbidden' : undefined
}

/**
 * What is wrong with a typed URL, or undefined; an empty one is allowed. The contract has checked its scheme.
 */
export function urlIssue(url: string, reach: Reach): IssueKind | undefined {
  if (url === '') return undefined
  if (!URL.canParse(url)) return 'url'
  // URL parses numbers as addresses only for http(s), so an rtsp host is checked as an http one.
  return hostIssue(new URL(url).hostname.replace(/^\[|\]$/g, ''), reach)
}

export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  readonly code = 'EFORBIDDEN'
}

/** How names are resolved: by the system, unless a test replaces it. */
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/** A name server has answered by then; else its IPv4 addresses are asked for alone. */
const ipv4_alone_ms = 1_000

/**
 * The system's look-up, and one of IPv4 alone if that takes long: behind a name server that leaves the
 * question for IPv6 unanswered, the system holds the other answer back for 15 s.
 */
export const patientLookup =
  (system: Resolve = lookup, resolver = () => new Resolver()): Resolve =>
  (name, options, done) => {
    const late = setTimeout(() => {
      resolver().resolve4(name, (error, found) => {
        if (!error && found.length > 0)
          settle(
            null,
            found.map((address) => ({ address, family: 4 })),
          )
      })
    }, ipv4_alone_ms)
    let settle: typeof done = (...answer) => {
      clearTimeout(late)
      settle = () => undefined
      done(...answer)
    }
    system(name, options, (...answer) => settle(...answer))
  }

/**
 * The addresses of a name to which the device may connect. Rejects with a ForbiddenAddress if there is none
 * but forbidden ones (DNS rebinding), and with the system's error if there is none at all.
 */
export const allowedAddresses = (
  name: string,
  reach: Reach,
  resolve: Resolve = patientLookup(),
): Promise<LookupAddress[]> =>
  new Promise((done, reject) =>
    resolve(name, { all: true }, (error, found) => {
      if (error) return reject(error)
      const allowed = found.filter(({ address }) => mayReachAddress(address, reach))
      if (allowed.length > 0) return done(allowed)
      reject(new ForbiddenAddress(deviceSentence('name_forbidden', { name })))
    }),
  )

/** Longer than a name server needs; shorter than a call may take. */
const resolving_ms = 1_500

/**
 * What is wrong with a host that a program of the system will resolve by itself: as written, and as it is
 * resolved now. A name without an answer in time has no issue.
 */
export async function resolvedIssue(
  host: string,
  reach: Reach,
  resolve: Resolve = patientLookup(),
): Promise<IssueKind | undefined> {
  const issue = hostIssue(host, reach)
  const name = host.replace(/^\[|\]$/g, '')
  if (issue || isIP(name)) return issue
  return new Promise((done) => {
    const timer = setTimeout(() => done(undefined), resolving_ms)
    resolve(name, { all: true }, (error, found) => {
      clearTimeout(timer)
      const leads_away = !error && found.some(({ address }) => !mayReachAddress(address, reach))
      done(leads_away ? 'url_forbidden' : undefined)
    })
  })
}

/**
 * The address to which a peer's answer leads, without credentials; undefined unless it is another one at the
 * same host, of the same protocol, and encrypted if that at `from` was.
 */
export function leadsTo(location: string | undefined, from: string): string | undefined {
  if (!location || !URL.canParse(location, from)) return undefined
  const [to, was] = [new URL(location, from), new URL(from)]
  const is_same = to.hostname.toLowerCase() === was.hostname.toLowerCase()
  const is_safe = to.protocol === was.protocol || to.protocol === was.protocol.replace(/s?:$/, 's:')
  ;[to.username, to.password, to.hash, was.username, was.password, was.hash] = ['', '', '', '', '', '']
  return is_same && is_safe && to.href !== was.href ? to.href : undefined
}
