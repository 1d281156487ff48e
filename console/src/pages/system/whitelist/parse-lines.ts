/** Parses pasted lines, each an address or network with an optional comment, and validates each line. */
import { networkHas, networkText, parseNetwork, type Network } from '@parking/contract/core/ip-network.ts'
import { hasControl } from '@parking/contract/core/rules.ts'

export const max_lines = 500
export const max_comment = 200

export type LineIssue =
  | { kind: 'network' }
  | { kind: 'repeated'; line: number }
  | { kind: 'listed' }
  | { kind: 'comment_long' }
  | { kind: 'comment_control' }

export type Line = {
  /** Line number, from 1. */
  number: number
  text: string
  /** The address in its normal form; as typed if it is invalid. */
  address: string
  comment: string
  issue?: LineIssue
}

/**
 * The lines with content. `listed`: the addresses of the list. A comma, a semicolon, a tab or a space ends
 * the address; `#` may start the comment.
 */
export function readLines(text: string, listed: ReadonlySet<string>): Line[] {
  const seen = new Map<string, number>()
  return text.split(/\r\n|\r|\n/).flatMap((raw, at): Line[] => {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) return []
    const [, typed = '', rest = ''] = /^([^\s,;，；]+)[\s,;，；]*(.*)$/.exec(line) ?? []
    const comment = rest.replace(/^#\s*/, '').trim()
    const number = at + 1
    const network = parseNetwork(typed)
    if (!network) return [{ number, text: line, address: typed, comment, issue: { kind: 'network' } }]
    const address = networkText(network)
    const first = seen.get(address)
    if (first === undefined) seen.set(address, number)
    const issue = issueOf(address, comment, first, listed)
    return [{ number, text: line, address, comment, ...(issue ? { issue } : {}) }]
  })
}

function issueOf(
  address: string,
  comment: string,
  first: number | undefined,
  listed: ReadonlySet<string>,
): LineIssue | undefined {
  if (first !== undefined) return { kind: 'repeated', line: first }
  if (listed.has(address)) return { kind: 'listed' }
  if (comment.length > max_comment) return { kind: 'comment_long' }
  return hasControl(comment) ? { kind: 'comment_control' } : undefined
}

const own_networks: readonly (Network | undefined)[] = ['127.0.0.0/8', '::1'].map(parseNetwork)

/**
 * Whether a list admits an address: the device itself is always admitted, and an empty list admits every
 * address.
 */
export function accessOf(
  caller: string,
  list: readonly { address: string }[],
): 'device' | 'in' | 'out' | 'unknown' {
  const address = parseNetwork(caller)
  if (!address) return 'unknown'
  if (own_networks.some((network) => network && networkHas(network, address))) return 'device'
  return list.some((entry) => coverOf(entry.address, address)) ? 'in' : 'out'
}

/** Whether one entry of the list admits an address. */
export const covers = (entry: string, caller: string): boolean => {
  const address = parseNetwork(caller)
  return address !== undefined && coverOf(entry, address)
}

function coverOf(entry: string, address: Network): boolean {
  const network = parseNetwork(entry)
  return network !== undefined && networkHas(network, address)
}
