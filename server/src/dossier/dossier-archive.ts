/**
 * Writes the archive of a dossier in the form of docs/evidence.md: stored files whose headers have size and
 * CRC-32 in front of the content, so that no unpacker looks for the end of a file inside a camera's picture.
 */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The content from its start, each time that it is asked for. */
export type Content = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>
export type Measured = { bytes: number; sha256: string; crc: number }

const u16 = (...values: number[]): Buffer => Buffer.from(new Uint16Array(values).buffer)
const u32 = (...values: number[]): Buffer => Buffer.from(new Uint32Array(values).buffer)
const version = 20

export async function measured(content: Content): Promise<Measured> {
  let measure: Measured | undefined
  for await (const _ of measuring(content, (found) => void (measure = found)));
  return measure!
}

/** The content unchanged; `done` is called with its measure at its end. */
export async function* measuring(
  content: Content,
  done: (measure: Measured) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let [bytes, crc] = [0, 0]
  for await (const piece of content()) {
    hash.update(piece)
    crc = crc32(piece, crc)
    bytes += piece.length
    yield piece
  }
  done({ bytes, sha256: hash.digest('hex'), crc })
}

/** An archive whose files have this time. `file` throws if the content is no longer the measured one. */
export function dossierArchive(time_ms: number): {
  file: (name: string, measure: Measured, content: Content) => AsyncGenerator<Uint8Array>
  end: () => Buffer
} {
  const rows: Buffer[] = []
  const time = dosTime(new Date(time_ms))
  let written = 0
  return {
    async *file(name, { bytes, crc }, content) {
      const both = Buffer.concat([u16(version, 0, 0, ...time), u32(crc, bytes, bytes), u16(name.length, 0)])
      const head = Buffer.concat([Buffer.from('PK\u0003\u0004'), both, Buffer.from(name)])
      rows.push(
        Buffer.concat([
          Buffer.from('PK\u0001\u0002'),
          u16(version),
          both,
          u16(0, 0, 0),
          u32(0, written),
          Buffer.from(name),
        ]),
      )
      written += head.length + bytes
      yield head
      let [sum, left] = [0, bytes]
      for await (const piece of content()) {
        sum = crc32(piece, sum)
        left -= piece.length
        yield piece
      }
      if (left !== 0 || sum !== crc) throw new Error(`${name} has changed while the dossier was written`)
    },
    end() {
      const list = Buffer.concat(rows)
      return Buffer.concat([
        list,
        Buffer.from('PK\u0005\u0006'),
        u16(0, 0, rows.length, rows.length),
        u32(list.length, written),
        u16(0),
      ])
    },
  }
}

/** Time and date in the zone of the process, as ZIP stores them: in steps of two seconds, from 1980. */
const dosTime = (at: Date): [number, number] => [
  (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1),
  ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate(),
]
