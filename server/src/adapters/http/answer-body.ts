/** Reads the body of an answer as peers really send it: codings, charsets, byte order marks, or rubbish. */
import {
  brotliDecompressSync,
  inflateRawSync,
  unzipSync,
  zstdDecompressSync,
  type ZlibOptions,
} from 'node:zlib'
import { deviceSentence } from '@parking/contract'

type Decoder = (body: Uint8Array, options: Pick<ZlibOptions, 'maxOutputLength'>) => Buffer

/** The length of the head of gzip (RFC 1952, section 2.3) or zlib (RFC 1950); 0 if there is neither. */
function headBytes(body: Uint8Array): number {
  if (body[0] !== 0x1f || body[1] !== 0x8b)
    return (body[0]! & 0x0f) === 8 && ((body[0]! << 8) | (body[1] ?? 0)) % 31 === 0 ? 2 : 0
  const flags = body[3] ?? 0
  let at = 10
  if (flags & 4) at += 2 + (body[at] ?? 0) + ((body[at + 1] ?? 0) << 8)
  for (const text of [8, 16]) if (flags & text) at = body.indexOf(0, at) + 1 || body.length
  return flags & 2 ? at + 2 : at
}

/**
 * gzip and deflate, which servers name for each other. As browsers do, it takes whole data whose checksum is
 * cut off or followed by more; `deflate` may come without the wrapper that RFC 9110 asks for.
 */
const inflated =
  (may_be_raw: boolean): Decoder =>
  (body, options) => {
    try {
      return unzipSync(body, options)
    } catch (error) {
      const head = headBytes(body)
      if (error instanceof RangeError || (head === 0 && !may_be_raw)) throw error
      return inflateRawSync(body.subarray(head), options)
    }
  }

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: inflated(false),
  'x-gzip': inflated(false),
  deflate: inflated(true),
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The codings of the content and then of its transfer, in the order in which they were applied. */
export const codingsOf = (headers: Headers): string =>
  [headers['content-encoding'], headers['transfer-encoding']].flat().filter(Boolean).join(',')

/** Whether a body is gzip although no header says so: some proxies drop the name of the coding. */
export const isGzip = ([a, b, c]: Uint8Array): boolean => a === 0x1f && b === 0x8b && c === 8

/**
 * Undoes the codings of `codingsOf`, although the device asks for none. Returns the bytes as they came
 * if a coding is unknown or the data is damaged, and undefined if the result is larger than `max_bytes`.
 */
export function decodedBody(body: Buffer, codings = '', max_bytes: number): Buffer | undefined {
  let decoded = body
  for (const coding of codings.toLowerCase().split(',').toReversed()) {
    const decode = decoders[/[\w-]+/.exec(coding)?.[0] ?? '']
    if (decode === undefined || decoded.length === 0) continue
    try {
      decoded = decode(decoded, { maxOutputLength: max_bytes })
    } catch (error) {
      if (error instanceof RangeError) return undefined
      return body
    }
  }
  return decoded
}

const marks: readonly (readonly [bytes: readonly number[], charset: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
/** Charsets to try in turn when neither a mark nor a name fits. */
const usual = ['utf-8', 'gb18030', 'big5']
const shown_bytes = 16
/** Control characters that no text has. */
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/** UTF-16 without a mark: a body that begins with two signs of ASCII has a zero beside each. */
const wideOf = ([a, b, c, d]: Uint8Array): string | undefined =>
  a && b === 0 && c && d === 0 ? 'utf-16le' : a === 0 && b && c === 0 && d ? 'utf-16be' : undefined

/** The names that Windows and Java have for the charsets of the WHATWG. */
const other_names: Readonly<Record<string, string>> = {
  cp936: 'gbk',
  ms936: 'gbk',
  cp950: 'big5',
  ms950: 'big5',
}
/** Charsets of two bytes in which two signs of UTF-8 may be one word, such as 路. */
const double_byte = /gb|big5|936|950|euc|jis/i
/** The signs of Chinese are three bytes in UTF-8; hardly any other text has three such bytes. */
const has_three_bytes = /[\u0800-\uffff]/

function decoded(body: Uint8Array, charset: string): string | undefined {
  try {
    const name = other_names[charset.toLowerCase()] ?? charset
    const text = new TextDecoder(name, { fatal: true }).decode(body).replace(/\0+$/, '').trim()
    return binary.test(text) ? undefined : text
  } catch {
    return undefined // not in this charset, or none of that name
  }
}

/**
 * The text of a body without byte order marks and blanks around it and without zeros after it, or undefined
 * if it is none in any of the charsets. Bytes that are UTF-8 are read as such whatever names another charset:
 * the mark, the prolog of XML, or `content_type`, in this order.
 */
export function bodyText(body: Uint8Array, content_type = ''): string | undefined {
  const [bytes = [], marked] = marks.find(([mark]) => mark.every((byte, at) => body[at] === byte)) ?? []
  const own = body.subarray(bytes.length)
  const head = Buffer.from(own.subarray(0, 200)).toString('latin1')
  // Marks and names of UTF-16 are often wrong: a text of any length has a zero byte in it.
  const is_wide = marked !== undefined || own.includes(0)
  const named = [
    marked ?? wideOf(own),
    /<\?xml[^>]*?encoding\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1],
    /charset\s*=\s*["']?([\w.:-]+)/i.exec(content_type)?.[1],
  ].filter((name): name is string => name !== undefined && (is_wide || !/16|ucs/i.test(name)))
  const utf8 = decoded(own, 'utf-8')
  if (utf8 !== undefined && (has_three_bytes.test(utf8) || !named.some((name) => double_byte.test(name))))
    return utf8
  for (const charset of [...named, ...usual]) {
    const text = decoded(own, charset)
    if (text !== undefined) return text
  }
  return undefined
}

/** The text of a body, or a sentence with its first bytes if it cannot be read. */
export const bodyWords = (body: Uint8Array, content_type?: string): string =>
  bodyText(body, content_type) ??
  deviceSentence('answer_unreadable', {
    bytes: Buffer.from(body.subarray(0, shown_bytes))
      .toString('hex')
      .replace(/..(?!$)/g, '$& '),
  })
