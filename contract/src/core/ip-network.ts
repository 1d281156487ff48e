/** IPv4 and IPv6 addresses and networks in CIDR notation, as users type them into the whitelist. */
import { isIpv4, type IssueKind } from './rules.ts'

/** The first `prefix` of `bits` bits identify the network; the remaining bits of `value` are zero. */
export type Network = { readonly bits: 32 | 128; readonly value: bigint; readonly prefix: number }

/**
 * Parses an address or a network in CIDR notation; undefined for anything else. Bits after the prefix are
 * cleared, and `::ffff:192.0.2.1` is read as 192.0.2.1.
 */
export function parseNetwork(text: string): Network | undefined {
  const [written = '', length, ...more] = text.split('/')
  if (more.length > 0) return undefined
  const address = parseAddress(written)
  if (!address) return undefined
  const { bits, value } = address
  if (length === undefined) return { bits, value, prefix: bits }
  const mapped = bits === 32 && written.includes(':') ? 96 : 0
  const prefix = /^(0|[1-9]\d{0,2})$/.test(length) ? Number(length) - mapped : -1
  if (prefix < 0 || prefix > bits) return undefined
  const rest = BigInt(bits - prefix)
  return { bits, value: (value >> rest) << rest, prefix }
}

/** The issue of a whitelist entry. */
export const networkIssue = (text: string): IssueKind | undefined =>
  parseNetwork(text) ? undefined : 'network'

/** Whether `address`, which may itself be a network, is inside the network. */
export function networkHas(network: Network, address: Network): boolean {
  if (network.bits !== address.bits || network.prefix > address.prefix) return false
  const rest = BigInt(network.bits - network.prefix)
  return network.value >> rest === address.value >> rest
}

/** The canonical form: RFC 5952 for IPv6, and no prefix for a single address. */
export function networkText({ bits, value, prefix }: Network): string {
  const address = bits === 32 ? ipv4Text(value) : ipv6Text(value)
  return prefix === bits ? address : `${address}/${prefix}`
}

function parseAddress(text: string): { bits: 32 | 128; value: bigint } | undefined {
  if (isIpv4(text)) return { bits: 32, value: ipv4Value(text) }
  const value = ipv6Value(text)
  if (value === undefined) return undefined
  // An IPv4 client on an IPv6 socket has this form; it is treated as its IPv4 address.
  return value >> 32n === 0xffffn ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value }
}

const ipv4Value = (text: string): bigint =>
  text.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
const ipv4Text = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.')

function ipv6Value(text: string): bigint | undefined {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  if (dotted) {
    const [, head = '', tail = ''] = dotted
    if (!isIpv4(tail)) return undefined
    const value = ipv4Value(tail)
    return ipv6Value(`${head}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`)
  }
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  if (!groups.flat().every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined
  const [before = [], after = []] = groups
  const missing = 8 - before.length - after.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined
  return [...before, ...Array<string>(missing).fill('0'), ...after].reduce(
    (sum, group) => (sum << 16n) | BigInt(`0x${group}`),
    0n,
  )
}

function ipv6Text(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((value >> BigInt(112 - 16 * at)) & 0xffffn).toString(16),
  )
  const runs = [
    ...groups
      .map((group) => (group === '0' ? '0' : '-'))
      .join('')
      .matchAll(/0{2,}/g),
  ]
  const longest = runs.reduce<{ at: number; length: number }>(
    (best, run) => (run[0].length > best.length ? { at: run.index, length: run[0].length } : best),
    { at: 0, length: 0 },
  )
  if (longest.length === 0) return groups.join(':')
  return `${groups.slice(0, longest.at).join(':')}::${groups.slice(longest.at + longest.length).join(':')}`
}
