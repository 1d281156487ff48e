/** Reads tables of the FlatBuffers format by field number; copies nothing except texts. */

/** A table in the bytes; an absent field has its default value. */
export type Table = {
  int: (field: number, fallback?: number) => number
  /** An unsigned byte. */
  byte: (field: number, fallback?: number) => number
  text: (field: number) => string
  table: (field: number) => Table | undefined
  tables: (field: number) => Table[]
  /** A vector of 32-bit integers. */
  ints: (field: number) => number[]
  /** A vector of bytes. */
  bytes: (field: number) => Uint8Array
}

/** The root table. Throws a RangeError if an offset is outside the file. */
export function rootTable(file: Uint8Array): Table {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  return tableAt(file, view, view.getUint32(0, true))
}

function tableAt(file: Uint8Array, view: DataView, at: number): Table {
  const fields = at - view.getInt32(at, true)
  const field_bytes = view.getUint16(fields, true)
  /** The offset of a field's value, or 0 if it is absent. */
  const place = (field: number): number => {
    const slot = 4 + field * 2
    const offset = slot < field_bytes ? view.getUint16(fields + slot, true) : 0
    return offset === 0 ? 0 : at + offset
  }
  const follow = (from: number): number => from + view.getUint32(from, true)
  const vector = (field: number): { start: number; length: number } => {
    const from = place(field)
    if (from === 0) return { start: 0, length: 0 }
    const start = follow(from)
    return { start: start + 4, length: view.getUint32(start, true) }
  }
  const bytes = (field: number): Uint8Array => {
    const { start, length } = vector(field)
    if (start + length > file.length) throw new RangeError('a vector passes the end of the file')
    return file.subarray(start, start + length)
  }
  return {
    int: (field, fallback = 0) => (place(field) ? view.getInt32(place(field), true) : fallback),
    byte: (field, fallback = 0) => (place(field) ? view.getUint8(place(field)) : fallback),
    text: (field) => Buffer.from(bytes(field)).toString(),
    table: (field) => (place(field) ? tableAt(file, view, follow(place(field))) : undefined),
    tables: (field) => {
      const { start, length } = vector(field)
      return Array.from({ length }, (_, i) => tableAt(file, view, follow(start + i * 4)))
    },
    ints: (field) => {
      const { start, length } = vector(field)
      return Array.from({ length }, (_, i) => view.getInt32(start + i * 4, true))
    },
    bytes,
  }
}
