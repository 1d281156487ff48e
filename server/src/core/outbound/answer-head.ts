/**
 * Rewrites the head of an answer as the parser of Node takes it. curl and browsers read such heads, so a
 * platform behind them accepts events whose answer would never count (decision 0094).
 */
import type { Socket } from 'node:net'

const max_head = 32_768
const head_end = /\r*\n\r*\n/

/** For a connection of one request: on a kept one, an answer that is read otherwise would hit the next. */
export function tidyHeads(socket: Socket): void {
  const push = socket.push.bind(socket)
  let held: Buffer = Buffer.alloc(0)
  let in_head = true
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (!in_head) return push(chunk, encoding)
    if (chunk !== null) held = Buffer.concat([held, chunk])
    const { tidy, rest, needs_more } = tidied(held)
    held = rest
    in_head = needs_more && chunk !== null
    const more = in_head ? push(tidy) : push(Buffer.concat([tidy, held]))
    return chunk === null ? push(null) : more
  }
}

/** The heads that are complete, rewritten, and the bytes after them, which may begin another head. */
function tidied(bytes: Buffer): { tidy: Buffer; rest: Buffer; needs_more: boolean } {
  const heads: string[] = []
  let rest = bytes
  for (;;) {
    const text = rest.toString('latin1', 0, max_head)
    const end = head_end.exec(text)
    if (end) {
      heads.push(tidyHead(text.slice(0, end.index)))
      rest = rest.subarray(end.index + end[0].length)
    }
    // Another head follows those of 1xx; 101 ends with the protocol.
    const is_last = end ? !/^HTTP\/\S+ 1(?!01)\d\d/.test(heads.at(-1)!) : false
    const needs_more = !end && text.length < max_head && /^(H|\s*$)/i.test(text)
    if (!end || is_last) return { tidy: Buffer.from(heads.join(''), 'latin1'), rest, needs_more }
  }
}

/**
 * Lines end with CR LF; folded ones are joined, and those that are no field are left out. Lengths that agree
 * become one, and none is left beside chunks (RFC 9112, section 6.3). The parser refuses others.
 */
export function tidyHead(head: string): string {
  const [first = '', ...lines] = head
    .replace(/^\s+/, '')
    .replace(/\r*\n[ \t]+/g, ' ')
    .split(/\r*\n/)
  const fields = lines.flatMap((line) => {
    const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+)[ \t]*:[ \t]*(.*?)\s*$/.exec(line) ?? []
    return name === undefined ? [] : [{ name, value: value.replace(/[\0-\x08\x0a-\x1f\x7f]/g, ' ') }]
  })
  const is = (wanted: string) => (field: { name: string }) => field.name.toLowerCase() === wanted
  const lengths = fields.filter(is('content-length')).flatMap(({ value }) => value.split(/\s*,\s*/))
  const same = new Set(lengths.filter((one) => one !== '').map((one) => one.replace(/^\+?0*(?=\d)/, '')))
  const codings = fields.filter(is('transfer-encoding')).filter(({ value }) => !/^identity$/i.test(value))
  const others = fields.filter((one) => !is('content-length')(one) && !is('transfer-encoding')(one))
  const counted = codings.length > 0 ? [] : [...same].map((value) => ({ name: 'Content-Length', value }))
  const status = first.replace(/^http\/(?!1\.[01] )\S*/i, 'HTTP/1.1').replace(/^http/i, 'HTTP')
  const written = [...others, ...codings, ...counted].map(({ name, value }) => `${name}: ${value}`)
  return [status, ...written, '', ''].join('\r\n')
}
