/** Netmasks as people write them: 255.255.255.0, /24, or behind the address. */
import { netmaskOfPrefix, prefixOfNetmask } from '@parking/contract/device/ipv4-rules.ts'
import { isIpv4, isNetmask } from '@parking/contract/core/rules.ts'

/** How many ones a netmask begins with; undefined for what is no netmask. */
export const prefixOf = (mask: string): number | undefined =>
  isNetmask(mask) ? prefixOfNetmask(mask) : undefined

/** `/24` or `24` as a netmask; undefined for anything else, which stays as it was typed. */
export function maskFrom(typed: string): string | undefined {
  const digits = /^\s*\/?\s*(\d{1,2})\s*$/.exec(typed.normalize('NFKC'))?.[1]
  const prefix = Number(digits ?? 0)
  return prefix >= 1 && prefix <= 31 ? netmaskOfPrefix(prefix) : undefined
}

/** `192.168.1.10/24` parted into both. */
export function partCidr(typed: string): { ipv4: string; netmask: string } | undefined {
  const [ipv4 = '', prefix, ...more] = typed.normalize('NFKC').trim().split('/')
  const netmask =
    prefix === undefined || more.length > 0 ? undefined : isNetmask(prefix) ? prefix : maskFrom(prefix)
  return netmask !== undefined && isIpv4(ipv4) ? { ipv4, netmask } : undefined
}

/** How many machines have room in a subnet. */
export const roomIn = (prefix: number): number => (prefix >= 31 ? 2 : 2 ** (32 - prefix) - 2)
