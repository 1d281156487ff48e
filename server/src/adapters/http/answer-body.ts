/** Reads the body of an answer as peers really send it: codings, charsets, byte order marks, or rubbish. */
import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
  type ZlibOptions,
} from 'node:zlib'
import { deviceSentence } from '@parking/contract'

type Decoder = (body: Uint8Array, options: Pick<ZlibOptions, 'maxOutputLength'>) => Buffer

/** Some servers send `deflate` without the wrapper that RFC 9110 asks for. */
const deflated: Decoder = (body, options) =>
  (body[0]! & 0x0f) === 8 && ((body[0]! << 8) | (body[1] ?? 0)) % 31 === 0
    ? inflateSync(body, options)
    : inflateRawSync(body, options)

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: deflated,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The codings of the content and then of its transfer, in the order in which they were applied. */
export const codingsOf = (headers: Headers): string =>
  [headers['content-encoding'], headers['transfer-encoding']].flat().filter(Boolean).join(',')

/**
 * Undoes the codings of `codingsOf`, although the device asks for none. Returns the bytes as they came
 * if a coding is unknown or the data is damaged, and undefined if the result is larger than `max_bytes`.
 */
export function decodedBody(body: Buffer, codings = '', max_bytes: number): Buffer | undefined {
  let decoded = body
  for (const coding of codings.toLowerCase().split(',').toReversed()) {
    const decode = decoders[coding.trim()]
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
/** Charsets to try in turn when neither a mark nor the header names one that fits. */
const usual = ['utf-8', 'gb18030', 'big5']
const shown_bytes = 16
/** Control characters that no text has. */
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/** UTF-16 without a mark: a body that begins with two signs of ASCII has a zero beside each. */
const wideOf = ([a, b, c, d]: Uint8Array): string | undefined =>
  a && b === 0 && c && d === 0 ? 'utf-16le' : a === 0 && b && c === 0 && d ? 'utf-16be' : undefined

/**
 * The text of a body without its byte order mark, or undefined if it is none in any of the charsets.
 * `content_type` may name a charset.
 */
export function bodyText(body: Uint8Array, content_type = ''): string | undefined {
  const marked = marks.find(([bytes]) => bytes.every((byte, at) => body[at] === byte))?.[1] ?? wideOf(body)
  const named = /charset\s*=\s*"?([\w.:-]+)/i.exec(content_type)?.[1]
  for (const charset of [marked, named, ...usual]) {
    if (charset === undefined) continue
    try {
      const text = new TextDecoder(charset, { fatal: true }).decode(body)
      if (!binary.test(text)) return text
    } catch {
      // Not in this charset, or none of that name.
    }
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
