/** Parses netmasks as users type them: 255.255.255.0, /24, or after the address. */
import { netmaskOfPrefix, prefixOfNetmask } from '@parking/contract/device/ipv4-rules.ts'
import { isIpv4, isNetmask } from '@parking/contract/core/rules.ts'

/** The prefix length of a netmask; undefined for an invalid one. */
export const prefixOf = (mask: string): number | undefined =>
  isNetmask(mask) ? prefixOfNetmask(mask) : undefined

/** The netmask of `/24` or `24`; undefined for anything else. */
export function maskOf(typed: string): string | undefined {
  const digits = /^\s*\/?\s*(\d{1,2})\s*$/.exec(typed.normalize('NFKC'))?.[1]
  const prefix = Number(digits ?? 0)
  return prefix >= 1 && prefix <= 31 ? netmaskOfPrefix(prefix) : undefined
}

/** Splits `192.168.1.10/24` into address and netmask; undefined if either is invalid. */
export function splitCidr(typed: string): { ipv4: string; netmask: string } | undefined {
  const [ipv4 = '', prefix, ...more] = typed.normalize('NFKC').trim().split('/')
  const netmask =
    prefix === undefined || more.length > 0 ? undefined : isNetmask(prefix) ? prefix : maskOf(prefix)
  return netmask !== undefined && isIpv4(ipv4) ? { ipv4, netmask } : undefined
}

/** The number of host addresses of a subnet. */
export const hostsIn = (prefix: number): number => (prefix >= 31 ? 2 : 2 ** (32 - prefix) - 2)
