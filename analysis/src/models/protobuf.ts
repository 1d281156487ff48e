/** The part of the protocol buffers wire format that ONNX needs: reads fields by number. */

/** A field as read: `value` for varints and fixed fields, `bytes` for everything with a length. */
export type Field = { readonly no: number; readonly value: number; readonly bytes: Buffer }

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
    const tag = readVarint()
    const [no, kind] = [Math.floor(tag / 8), tag % 8]
    if (no < 1) throw new RangeError('a field has no number')
    if (kind === 0) {
      yield { no, value: readVarint(), bytes: none }
      continue
    }
    const long = kind === 2 ? readVarint() : kind === 5 ? 4 : kind === 1 ? 8 : -1
    if (long < 0 || at + long > bytes.length) throw new RangeError('a field passes the end of the bytes')
    const part = bytes.subarray(at, at + long)
    at += long
    yield { no, value: kind === 5 ? part.readFloatLE() : 0, bytes: part }
  }
}
