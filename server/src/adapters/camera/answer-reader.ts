/**
 * Reads the answer of a camera's HTTP server as curl and browsers do. Such servers are often a few lines of
 * firmware, and node's parser refuses what every viewer shows (docs/decisions/0088). Only for cameras.
 */
import { Chunks } from './chunks.ts'

export type Answer = { status: number; headers: Record<string, string>; body: Buffer }

/** What answered does not speak HTTP, or sent more than it may. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer'
  /** `tls`: an alert of TLS. */
  readonly kind: 'no_http' | 'tls' | 'too_large'
  constructor(kind: BadAnswer['kind']) {
    super(kind)
    this.kind = kind
  }
}

export type AnswerReader = {
  /**
   * Takes the next bytes. `done`: the answer is complete as its head counts. Otherwise, if its body is as
   * `whole` wants it: `enough` if the peer does not say how long it is, `ahead` if it said that more follows.
   * A refusal of unknown length is `ahead`, too: it may never end.
   */
  take(chunk: Buffer): 'more' | 'ahead' | 'enough' | 'done'
  /** The answer when the connection has ended; undefined if no head came. Throws a BadAnswer. */
  end(): Answer | undefined
}

/**
 * `whole`: returns the wanted part of a body once it is there. It decides where a length is missing or too
 * short, and in a body that never ends (multipart).
 */
export type ReaderOptions = { max_bytes: number; whole: (body: Buffer) => Buffer | undefined }

const max_head = 64 * 1024
/** So much is read first: what follows is a picture. */
const usual_head = 2048
const head_end = /\r*\n\r*\n/
const max_lines = 500
/** A length that the head states is reserved up to this one. */
const max_believed = 4 * 1024 * 1024
/** `HTTP/1.1 200 OK`; some omit the reason or the minor version. ICY: Shoutcast. */
const status_line = /^(?:HTTP\/\d{1,2}(?:\.\d{1,2})?|ICY)[ \t]+(\d{3})(?!\d)/i

type Head = { status: number; headers: Record<string, string>; to: number }

export function createAnswerReader({ max_bytes, whole }: ReaderOptions): AnswerReader {
  /** Grows by doubling, as a picture comes in thousands of small parts, or to the length that is stated. */
  let store: Buffer = Buffer.alloc(0)
  let bytes = store
  let head: Head | undefined
  const grow = (length: number): void => {
    if (length <= store.length) return
    store = Buffer.allocUnsafe(length)
    bytes.copy(store)
    bytes = store.subarray(0, bytes.length)
  }
  const keep = (chunk: Buffer): void => {
    const length = bytes.length + chunk.length
    if (length > store.length) grow(Math.max(length, store.length * 2))
    chunk.copy(store, bytes.length)
    bytes = store.subarray(0, length)
  }
  const chunks = new Chunks()
  const data = (): { body: Buffer; ended: boolean } => {
    const body = bytes.subarray(head!.to)
    return isChunked(head!.headers) ? chunks.read(body) : { body, ended: false }
  }
  const measure = (): ReturnType<AnswerReader['take']> => {
    const { status, headers } = head!
    // A challenge is all that counts of its answer, whose page may never end.
    if (status === 204 || status === 304 || (status === 401 && 'www-authenticate' in headers)) return 'done'
    const { body, ended } = data()
    if (ended) return 'done'
    if (/^multipart\//i.test(headers['content-type'] ?? '') && whole(body)) return 'done'
    const length = isChunked(headers) ? undefined : lengthOf(headers)
    if (length === undefined && !isChunked(headers))
      return whole(body) ? 'enough' : isGood(status) ? 'more' : 'ahead'
    // What the head says may be a lie: of more than there is, or of less, when the rest is on its way.
    if (length === undefined || body.length < length) return whole(body) ? 'ahead' : 'more'
    return !isGood(status) || whole(body.subarray(0, length)) ? 'done' : 'enough'
  }
  return {
    take(chunk) {
      keep(chunk)
      if (bytes.length > max_bytes + (head?.to ?? max_head)) throw new BadAnswer('too_large')
      while (!head || isInterim(head)) {
        const next = headOf(bytes, head?.to ?? 0, false)
        if (!next) return 'more'
        head = next
        grow(head.to + Math.min(lengthOf(head.headers) ?? 0, max_believed))
      }
      return measure()
    },
    end() {
      if (!head || isInterim(head)) head = headOf(bytes, head?.to ?? 0, true) ?? head
      if (!head || isInterim(head)) return undefined
      const { status, headers } = head
      const { body: sent } = data()
      const length = isChunked(headers) ? undefined : lengthOf(headers)
      const counted =
        length !== undefined && whole(sent.subarray(0, length)) ? sent.subarray(0, length) : sent
      // A copy, unless it would free little.
      return {
        status,
        headers,
        body: counted.length * 2 > counted.buffer.byteLength ? counted : Buffer.from(counted),
      }
    },
  }
}

/** Whether an answer may be what was asked for. Some cameras answer 203 or 206 with a whole picture. */
export const isGood = (status: number): boolean => status >= 200 && status <= 299

/** An answer before the answer; 101 changes the protocol and is one itself. */
const isInterim = ({ status }: Head): boolean => status >= 100 && status < 200 && status !== 101

/** The head from `from` on, or undefined while it is incomplete. Throws a BadAnswer if it is none. */
function headOf(bytes: Buffer, from: number, has_ended: boolean): Head | undefined {
  let at = from
  while (bytes[at] === 0x0d || bytes[at] === 0x0a) at++
  let text = bytes.toString('latin1', at, at + usual_head)
  if (!head_end.test(text)) text = bytes.toString('latin1', at, at + max_head)
  const end = head_end.exec(text)
  const lines = text.slice(0, end?.index).split(/\r*\n/)
  const first = lines[0] ?? ''
  const status = status_line.exec(first)
  const could_begin = /^(H(T(T(P.*)?)?)?|I(C(Y.*)?)?)?$/is.test(first) && first.length < 256
  if (!status && !(could_begin && lines.length === 1 && !has_ended)) {
    if (text !== '') throw new BadAnswer(text.startsWith('\x15\x03') ? 'tls' : 'no_http')
    return undefined
  }
  if (!end && !has_ended) {
    if (text.length >= max_head) throw new BadAnswer('too_large')
    return undefined
  }
  if (!status) return undefined
  if (lines.length > max_lines) throw new BadAnswer('too_large')
  const to = end ? at + end.index + end[0].length : bytes.length
  return { status: Number(status[1]), headers: fieldsIn(lines.slice(1)), to }
}

/** A line that begins with a space continues the one before; one without a colon is ignored. */
function fieldsIn(lines: readonly string[]): Record<string, string> {
  const fields: string[] = []
  for (const line of lines) {
    if (/^[ \t]/.test(line) && fields.length > 0) fields.push(`${fields.pop()} ${line.trim()}`)
    else fields.push(line)
  }
  const headers: Record<string, string> = Object.create(null) as Record<string, string>
  for (const field of fields) {
    const [, name, value = ''] = /^([^:\s][^:]*?)\s*:\s*(.*?)\s*$/s.exec(field) ?? []
    if (name === undefined) continue
    const key = name.toLowerCase()
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value
  }
  return headers
}

const isChunked = (headers: Record<string, string>): boolean =>
  /\bchunked\b/i.test(headers['transfer-encoding'] ?? '')

/** The length that the head states; undefined if it states none, or several. */
function lengthOf(headers: Record<string, string>): number | undefined {
  const stated = new Set(
    (headers['content-length'] ?? '').split(',').map((one) => /^\s*\+?(\d+)/.exec(one)?.[1]),
  )
  const [length] = stated
  return stated.size === 1 && length !== undefined ? Number(length) : undefined
}
