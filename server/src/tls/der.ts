/** Encodes ASN.1 in DER: the few types that occur in certificates and certificate requests. */

const tagged = (tag: number, content: Buffer): Buffer => {
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, (size >> 8) & 0xff, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts))
export const set = (...parts: readonly Buffer[]): Buffer => tagged(0x31, Buffer.concat(parts))
export const octets = (content: Buffer): Buffer => tagged(0x04, content)
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text))
export const boolean_true = Buffer.from([0x01, 0x01, 0xff])
/** A context-specific field `[n]`, tagged explicitly or implicitly. */
export const explicit = (n: number, content: Buffer): Buffer => tagged(0xa0 + n, content)
export const implicit = (n: number, content: Buffer): Buffer => tagged(0x80 + n, content)

/** A bit string. `unused`: number of unused bits in the last byte. */
export const bits = (content: Buffer, unused = 0): Buffer =>
  tagged(0x03, Buffer.concat([Buffer.from([unused]), content]))

/** A non-negative integer, given as its bytes. */
export const integer = (bytes: Buffer): Buffer =>
  tagged(0x02, bytes[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const groups = [first * 40 + second, ...rest].flatMap((value) => {
    const out = [value & 0x7f]
    for (let left = value >>> 7; left > 0; left >>>= 7) out.unshift((left & 0x7f) | 0x80)
    return out
  })
  return tagged(0x06, Buffer.from(groups))
}

/** UTCTime until 2049, GeneralizedTime afterwards (RFC 5280 4.1.2.5). */
export function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')
  return Number(text.slice(0, 4)) < 2050
    ? tagged(0x17, Buffer.from(text.slice(2)))
    : tagged(0x18, Buffer.from(text))
}
