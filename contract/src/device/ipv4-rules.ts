/**
 * The rules between an address, a netmask and a gateway (spec §3 "Network"). Both the form and the server run
 * them.
 */
import { isIpv4, isNetmask, type Issue, type IssueKind } from '../core/rules.ts'

export type Ipv4Settings = { ipv4: string; netmask: string; gateway: string }

/** An IPv4 address as a number from 0 to 2^32 - 1. The text must be a valid address. */
export const ipv4Number = (text: string): number =>
  text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
/** The IPv4 address of a number. */
export const ipv4Text = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')

/** The prefix length of a netmask: 1 to 31. */
export const prefixOfNetmask = (netmask: string): number => 32 - Math.log2(2 ** 32 - ipv4Number(netmask))
/** The netmask of a prefix of 0 to 32 bits. */
export const netmaskOfPrefix = (prefix: number): string => ipv4Text(2 ** 32 - 2 ** (32 - prefix))

/** Whether both addresses are in the same subnet. */
export function sameSubnet(one: string, other: string, netmask: string): boolean {
  const size = 2 ** 32 - ipv4Number(netmask)
  return Math.floor(ipv4Number(one) / size) === Math.floor(ipv4Number(other) / size)
}

/**
 * The issues of an address, at most one for each field; empty if it can be tried. Only the simulated street,
 * which uses loopback, allows loopback addresses.
 */
export function ipv4SettingsIssues(
  { ipv4, netmask, gateway }: Ipv4Settings,
  { allow_loopback = false }: { allow_loopback?: boolean } = {},
): Issue[] {
  const issues: Issue[] = []
  const report = (field: keyof Ipv4Settings, issue: IssueKind | undefined) => {
    if (issue) issues.push({ field, issue })
  }
  const valid = { ipv4: isIpv4(ipv4), netmask: isNetmask(netmask), gateway: isIpv4(gateway) }
  report('ipv4', valid.ipv4 ? hostIssueOf(ipv4, valid.netmask ? netmask : undefined, allow_loopback) : 'ipv4')
  report('netmask', valid.netmask ? undefined : 'netmask')
  report('gateway', valid.gateway ? gatewayIssue() : 'ipv4')
  return issues

  function gatewayIssue(): IssueKind | undefined {
    if (!isUsable(gateway, allow_loopback)) return 'address_not_usable'
    if (gateway === ipv4) return 'gateway_is_address'
    if (!valid.ipv4 || !valid.netmask) return undefined
    return sameSubnet(ipv4, gateway, netmask)
      ? hostIssueOf(gateway, netmask, allow_loopback)
      : 'gateway_outside'
  }
}

/**
 * The issues of the name servers: an address that no machine can have, or the same address twice. An address
 * in 127/8 is a local resolver.
 */
export function dnsSettingsIssues({ dns_main, dns_sub }: { dns_main: string; dns_sub: string }): Issue[] {
  const one = (field: string, address: string): Issue[] => {
    if (!isIpv4(address)) return [{ field, issue: 'ipv4' }]
    return isUsable(address, true) ? [] : [{ field, issue: 'address_not_usable' }]
  }
  const issues = [...one('dns_main', dns_main), ...(dns_sub === '' ? [] : one('dns_sub', dns_sub))]
  return issues.length === 0 && dns_sub === dns_main ? [{ field: 'dns_sub', issue: 'duplicate' }] : issues
}

function hostIssueOf(
  address: string,
  netmask: string | undefined,
  allow_loopback: boolean,
): IssueKind | undefined {
  if (!isUsable(address, allow_loopback)) return 'address_not_usable'
  if (netmask === undefined) return undefined
  const size = 2 ** 32 - ipv4Number(netmask)
  // A point-to-point link has neither a network nor a broadcast address (RFC 3021).
  if (size === 2) return undefined
  const place = ipv4Number(address) % size
  if (place === 0) return 'address_of_network'
  return place === size - 1 ? 'address_of_broadcast' : undefined
}

/**
 * Excludes "this network", loopback, link-local (169.254/16), multicast and reserved addresses (RFC 6890).
 */
function isUsable(address: string, allow_loopback: boolean): boolean {
  const [first = 0, second = 0] = address.split('.').map(Number)
  if (first === 127) return allow_loopback
  return first !== 0 && first < 224 && !(first === 169 && second === 254)
}
