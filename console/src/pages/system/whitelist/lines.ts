/** What was pasted, line by line: an address or network, and after it a comment. Each line is right, or says what is wrong with it. */
import { networkHas, networkText, parseNetwork, type Network } from '@parking/contract/core/ip-network.ts'

export const max_lines = 500
export const max_comment = 200

export type Wrong =
  | { kind: 'network' }
  | { kind: 'repeated'; line: number }
  | { kind: 'there' }
  | { kind: 'comment_long' }
  | { kind: 'comment_control' }

export type Line = {
  /** From 1, as an editor counts them. */
  number: number
  text: string
  /** In its normal form; as typed where it is none. */
  address: string
  comment: string
  wrong?: Wrong
}

/** The lines that hold something. `there` is what the list has already. A comma, a semicolon, a tab or a space ends the address; `#` may begin the comment. */
export function readLines(text: string, there: ReadonlySet<string>): Line[] {
  const seen = new Map<string, number>()
  return text.split(/\r\n|\r|\n/).flatMap((raw, at): Line[] => {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) return []
    const [, typed = '', rest = ''] = /^([^\s,;，；]+)[\s,;，；]*(.*)$/.exec(line) ?? []
    const comment = rest.replace(/^#\s*/, '').trim()
    const number = at + 1
    const network = parseNetwork(typed)
    if (!network) return [{ number, text: line, address: typed, comment, wrong: { kind: 'network' } }]
    const address = networkText(network)
    const first = seen.get(address)
    if (first === undefined) seen.set(address, number)
    const wrong = wrongWith(address, comment, first, there)
    return [{ number, text: line, address, comment, ...(wrong ? { wrong } : {}) }]
  })
}

function wrongWith(
  address: string,
  comment: string,
  first: number | undefined,
  there: ReadonlySet<string>,
): Wrong | undefined {
  if (first !== undefined) return { kind: 'repeated', line: first }
  if (there.has(address)) return { kind: 'there' }
  if (comment.length > max_comment) return { kind: 'comment_long' }
  return /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(comment)
    ? { kind: 'comment_control' }
    : undefined
}

const box: readonly (Network | undefined)[] = ['127.0.0.0/8', '::1'].map(parseNetwork)

/** How an address stands to a list: the box itself is always let in, and an empty list lets in everybody. */
export function standingOf(
  caller: string,
  list: readonly { address: string }[],
): 'box' | 'in' | 'out' | 'unknown' {
  const address = parseNetwork(caller)
  if (!address) return 'unknown'
  if (box.some((network) => network && networkHas(network, address))) return 'box'
  return list.some((entry) => coverOf(entry.address, address)) ? 'in' : 'out'
}

/** Whether one line of the list lets an address in. */
export const covers = (entry: string, caller: string): boolean => {
  const address = parseNetwork(caller)
  return address !== undefined && coverOf(entry, address)
}

function coverOf(entry: string, address: Network): boolean {
  const network = parseNetwork(entry)
  return network !== undefined && networkHas(network, address)
}
