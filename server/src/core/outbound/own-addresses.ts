/**
 * The addresses at which the device itself answers now. Linux answers at every address of every interface,
 * also of one without a cable or one that is down, which Node does not list; the kernel's tables have them.
 */
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { BlockList } from 'node:net'

/** Node's list, for systems other than Linux, and the two tables of the kernel. */
export function ownAddresses(): Pick<BlockList, 'check'> {
  const list = new BlockList()
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((found) => found ?? []))
    list.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4')
  for (const [address, prefix] of localRoutes(tableOf('fib_trie'))) list.addSubnet(address, prefix, 'ipv4')
  for (const address of interfaceAddresses(tableOf('if_inet6'))) list.addAddress(address, 'ipv6')
  return list
}

const tableOf = (name: string): string => {
  try {
    return readFileSync(`/proc/net/${name}`, 'utf8')
  } catch {
    return '' // not Linux, or a kernel without IPv6
  }
}

/**
 * The IPv4 addresses of /proc/net/fib_trie that lead to the device itself or to all of a network, each with
 * the length of its prefix. A leaf names an address, the lines below it their routes.
 */
export function localRoutes(fib_trie: string): (readonly [address: string, prefix: number])[] {
  let leaf = ''
  return fib_trie.split('\n').flatMap((line) => {
    leaf = /^\s*\|-- (\S+)$/.exec(line)?.[1] ?? leaf
    const prefix = /^\s*\/(\d+) \S+ (?:LOCAL|BROADCAST|ANYCAST)\b/.exec(line)?.[1]
    return prefix === undefined || leaf === '' ? [] : [[leaf, Number(prefix)] as const]
  })
}

/** The addresses of /proc/net/if_inet6, which has 32 hexadecimal digits at the start of each line. */
export const interfaceAddresses = (if_inet6: string): string[] =>
  [...if_inet6.matchAll(/^[0-9a-f]{32}(?= )/gm)].map(([digits]) => digits.match(/.{4}/g)!.join(':'))
