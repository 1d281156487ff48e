/**
 * Reads the outlines of a TrueType font (ISO/IEC 14496-22: head, hhea, hmtx, cmap, loca, glyf), so that text
 * on evidence looks the same on every device and its width is known before drawing (docs/decisions/0018,
 * 0028).
 */

/** A character's width and outline, both in ems; y runs downwards from the baseline, as in a picture. */
export type Glyph = { readonly advance: number; readonly contours: readonly (readonly OutlinePoint[])[] }
export type OutlinePoint = { readonly x: number; readonly y: number; readonly on: boolean }

export type Font = {
  /** Undefined for a character that the font does not have. */
  glyph(char: string): Glyph | undefined
  /** How far the font extends above and below the baseline, in ems; both positive. */
  readonly ascent: number
  readonly descent: number
}

/** Reads a font file. Throws an Error if it is not a font. */
export function readFont(file: Buffer): Font {
  const tables = new Map<string, number>()
  for (let at = 0; at < file.readUInt16BE(4); at++)
    tables.set(file.toString('latin1', 12 + at * 16, 16 + at * 16), file.readUInt32BE(20 + at * 16))
  const at = (name: string): number => {
    const offset = tables.get(name)
    if (offset === undefined) throw new Error(`The font has no table "${name}"`)
    return offset
  }
  const [head, hhea, hmtx, loca, glyf] = [at('head'), at('hhea'), at('hmtx'), at('loca'), at('glyf')]
  const em = file.readUInt16BE(head + 18)
  const long_offsets = file.readInt16BE(head + 50) === 1
  const metrics = file.readUInt16BE(hhea + 34)
  const indexOf = readMap(file, at('cmap'))
  const known = new Map<string, Glyph | undefined>()

  const place = (index: number) =>
    long_offsets ? file.readUInt32BE(loca + index * 4) : file.readUInt16BE(loca + index * 2) * 2

  function contoursOf(index: number, depth = 0): OutlinePoint[][] {
    const begin = glyf + place(index)
    if (place(index + 1) <= place(index) || depth > 4) return []
    const count = file.readInt16BE(begin)
    return count >= 0 ? simple(begin, count) : compound(begin + 10, depth)
  }

  function simple(begin: number, count: number): OutlinePoint[][] {
    const ends = Array.from({ length: count }, (_, n) => file.readUInt16BE(begin + 10 + n * 2))
    const total = (ends.at(-1) ?? -1) + 1
    let read = begin + 10 + count * 2
    read += 2 + file.readUInt16BE(read) // instructions
    const flags: number[] = []
    while (flags.length < total) {
      const flag = file[read++]!
      const times = flag & 8 ? file[read++]! + 1 : 1
      for (let n = 0; n < times; n++) flags.push(flag)
    }
    const axis = (short: number, same: number): number[] => {
      let value = 0
      return flags.map((flag) => {
        if (flag & short) value += flag & same ? file[read++]! : -file[read++]!
        else if (!(flag & same)) {
          value += file.readInt16BE(read)
          read += 2
        }
        return value / em
      })
    }
    const [xs, ys] = [axis(2, 16), axis(4, 32)]
    return ends.map((end, n) =>
      flags.slice(n === 0 ? 0 : ends[n - 1]! + 1, end + 1).map((flag, k) => {
        const point = (n === 0 ? 0 : ends[n - 1]! + 1) + k
        return { x: xs[point]!, y: -ys[point]!, on: (flag & 1) === 1 }
      }),
    )
  }

  /** A glyph that is composed of other glyphs, each transformed by a matrix and moved. */
  function compound(begin: number, depth: number): OutlinePoint[][] {
    const parts: OutlinePoint[][] = []
    for (let read = begin; ;) {
      const [flags, index] = [file.readUInt16BE(read), file.readUInt16BE(read + 2)]
      const words = (flags & 1) === 1
      const [dx, dy] = words
        ? [file.readInt16BE(read + 4), file.readInt16BE(read + 6)]
        : [file.readInt8(read + 4), file.readInt8(read + 5)]
      read += words ? 8 : 6
      const values = flags & 8 ? 1 : flags & 64 ? 2 : flags & 128 ? 4 : 0
      const matrix = Array.from({ length: values }, (_, n) => file.readInt16BE(read + n * 2) / 16_384)
      read += values * 2
      const [xx = 1, xy = 0, yx = 0, yy = 1] = values < 4 ? [matrix[0], 0, 0, matrix.at(-1)] : matrix
      for (const contour of contoursOf(index, depth + 1))
        parts.push(
          contour.map(({ x, y, on }) => {
            const up = -y // In the font, the y axis points upwards.
            return { x: x * xx + up * yx + dx / em, y: -(x * xy + up * yy + dy / em), on }
          }),
        )
      if (!(flags & 32)) return parts
    }
  }

  return {
    ascent: file.readInt16BE(hhea + 4) / em,
    descent: -file.readInt16BE(hhea + 6) / em,
    glyph(char) {
      if (known.has(char)) return known.get(char)
      const index = indexOf(char.codePointAt(0) ?? 0)
      const glyph =
        index === 0
          ? undefined
          : {
              advance: file.readUInt16BE(hmtx + Math.min(index, metrics - 1) * 4) / em,
              contours: contoursOf(index),
            }
      known.set(char, glyph)
      return glyph
    },
  }
}

/** Maps a character to its glyph with a cmap table of format 4, which every font has for the basic plane. */
function readMap(file: Buffer, cmap: number): (code: number) => number {
  const count = file.readUInt16BE(cmap + 2)
  const found = Array.from({ length: count }, (_, n) => cmap + file.readUInt32BE(cmap + 4 + n * 8 + 4)).find(
    (table) => file.readUInt16BE(table) === 4,
  )
  if (found === undefined) throw new Error('The font has no map of characters that can be read')
  const segments = file.readUInt16BE(found + 6) / 2
  const [ends, starts] = [found + 14, found + 16 + segments * 2]
  const [deltas, ranges] = [starts + segments * 2, starts + segments * 4]
  return (code) => {
    if (code > 0xffff) return 0
    let [low, high] = [0, segments - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (file.readUInt16BE(ends + middle * 2) < code) low = middle + 1
      else high = middle
    }
    const start = file.readUInt16BE(starts + low * 2)
    if (code < start || code > file.readUInt16BE(ends + low * 2)) return 0
    const [delta, range] = [file.readUInt16BE(deltas + low * 2), file.readUInt16BE(ranges + low * 2)]
    if (range === 0) return (code + delta) & 0xffff
    const index = file.readUInt16BE(ranges + low * 2 + range + (code - start) * 2)
    return index === 0 ? 0 : (index + delta) & 0xffff
  }
}
