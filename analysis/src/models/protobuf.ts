/** Reads and writes fields of protocol buffers, which ONNX files consist of. */

/**
 * A field as read: `value` for varints and fixed fields, `bytes` for everything with a length; `whole` holds
 * the field as it stands in the message.
 */
export type Field = {
  readonly no: number
  readonly value: number
  readonly bytes: Buffer
  readonly whole: Buffer
}

const none = Buffer.alloc(0)

/** The fields of a message, in order. Throws a RangeError if the bytes are not a message. */
export function* fieldsOf(bytes: Buffer): Generator<Field> {
  let at = 0
  const readVarint = (): number => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      if (at >= bytes.length || shift > 63n) throw new RangeError('the bytes end within a number')
      const byte = bytes[at++]!
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return Number(BigInt.asIntN(64, value))
    }
  }
  while (at < bytes.length) {
    const from = at
    const tag = readVarint()
    const [no, kind] = [Math.floor(tag / 8), tag % 8]
    if (no < 1) throw new RangeError('a field has no number')
    if (kind === 0) {
      const value = readVarint()
      yield { no, value, bytes: none, whole: bytes.subarray(from, at) }
      continue
    }
    const long = kind === 2 ? readVarint() : kind === 5 ? 4 : kind === 1 ? 8 : -1
    if (long < 0 || at + long > bytes.length) throw new RangeError('a field passes the end of the bytes')
    const part = bytes.subarray(at, at + long)
    at += long
    yield { no, value: kind === 5 ? part.readFloatLE() : 0, bytes: part, whole: bytes.subarray(from, at) }
  }
}

/** The bytes of a varint; negative numbers take ten bytes, as the format requires. */
export function varint(value: number): Buffer {
  if (value >= 0 && value < 128) return Buffer.of(value)
  let rest = BigInt.asUintN(64, BigInt(value))
  const bytes: number[] = []
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  bytes.push(Number(rest))
  return Buffer.from(bytes)
}

/** A field that holds bytes, a text or another message. */
export function bytesField(no: number, value: Uint8Array | string): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.concat([varint(no * 8 + 2), varint(bytes.length), bytes])
}

/** A field that holds an integer. */
export const intField = (no: number, value: number): Buffer => Buffer.concat([varint(no * 8), varint(value)])
