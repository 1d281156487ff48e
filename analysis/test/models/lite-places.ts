/** Locates single bytes in a TensorFlow Lite file, so that a test can change them. */

type Places = { operator: number; activation: number; element: number }

/** Offsets of an operator code, of the activation of a convolution, and of the type of a float16 tensor. */
export function places(file: Buffer): Places {
  const follow = (at: number): number => at + file.readUInt32LE(at)
  const place = (table: number, field: number): number => {
    const fields = table - file.readInt32LE(table)
    const slot = 4 + field * 2
    const offset = slot < file.readUInt16LE(fields) ? file.readUInt16LE(fields + slot) : 0
    return offset && table + offset
  }
  const items = (table: number, field: number): number[] => {
    const start = follow(place(table, field))
    return Array.from({ length: file.readUInt32LE(start) }, (_, i) => follow(start + 4 + i * 4))
  }
  const root = follow(0)
  const codes = items(root, 1)
  const codeOf = (at: number): number => {
    const [old, young] = [place(at, 0), place(at, 3)]
    return Math.max(old && file.readUInt8(old), young && file.readInt32LE(young))
  }
  // A default of 0 is not stored, so ADD has no byte to change, but CONCATENATION has one.
  const operator = codes.find((at) => codeOf(at) === 2)!
  const convolution = items(items(root, 2)[0]!, 3).find((at) => {
    const index = place(at, 0)
    const options = place(at, 4)
    if (!options || codeOf(codes[index && file.readUInt32LE(index)]!) !== 3) return false
    return place(follow(options), 3) > 0
  })!
  const options = follow(place(convolution, 4))
  const half = items(items(root, 2)[0]!, 0).find(
    (at) => place(at, 1) > 0 && file.readUInt8(place(at, 1)) === 1,
  )!
  return {
    operator: place(operator, 3) || place(operator, 0),
    activation: place(options, 3),
    element: place(half, 1),
  }
}
