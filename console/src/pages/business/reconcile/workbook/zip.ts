/** The files of a ZIP archive, by the list at its end (APPNOTE 6.3). The browser itself inflates. */
import { Refused } from './refused.ts'

export type ZipFile = { name: string; is_packed: boolean; from: number; bytes: number }

/** How many bytes all files may have unpacked: a year of a large platform has 200 MB of XML. */
const max_unpacked = 512 * 1024 * 1024
const [end_mark, entry_mark, file_mark, end64_mark] = [0x06054b50, 0x02014b50, 0x04034b50, 0x07064b50]

/**
 * The files by their names, in lower case with `/`. Throws `Refused`: a file needs a password, or the list is
 * damaged.
 */
export function filesIn(archive: Uint8Array): Map<string, ZipFile> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const u16 = (at: number) => view.getUint16(at, true)
  const u32 = (at: number) => view.getUint32(at, true)
  const u64 = (at: number) => Number(view.getBigUint64(at, true))
  const files = new Map<string, ZipFile>()
  try {
    let end = archive.length - 22
    while (u32(end) !== end_mark) end -= 1
    let [count, at] = [u16(end + 10), u32(end + 16)]
    if (end >= 20 && u32(end - 20) === end64_mark) {
      const end64 = u64(end - 12)
      ;[count, at] = [u64(end64 + 32), u64(end64 + 48)]
    }
    for (let n = 0; n < count; n++) {
      if (u32(at) !== entry_mark) throw new Refused('damaged')
      const [flags, method, named, more] = [u16(at + 8), u16(at + 10), u16(at + 28), u16(at + 30)]
      if (flags & 1) throw new Refused('password')
      const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + named))
      const large = [u32(at + 24), u32(at + 20), u32(at + 42)]
      // Each number that does not fit is in an extra field, in this order.
      let extra = extraOf(at + 46 + named, more)
      const [, bytes, local] = large.map((value) => {
        if (value !== 0xffffffff || extra === undefined) return value
        extra += 8
        return u64(extra - 8)
      }) as [number, number, number]
      if (u32(local) !== file_mark || (method !== 0 && method !== 8)) throw new Refused('damaged')
      const from = local + 30 + u16(local + 26) + u16(local + 28)
      files.set(name.replaceAll('\\', '/').toLowerCase(), { name, is_packed: method === 8, from, bytes })
      at += 46 + named + more + u16(at + 32)
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('damaged')
  }
  return files

  /** Where the extra field of large numbers begins. */
  function extraOf(from: number, length: number): number | undefined {
    for (let at = from; at + 4 <= from + length; at += 4 + u16(at + 2)) if (u16(at) === 1) return at + 4
    return undefined
  }
}

/** Unpacks files of one archive as UTF-8. Throws `Refused` if all of them together are too large. */
export function unpackerOf(archive: Uint8Array<ArrayBuffer>): (file: ZipFile) => AsyncGenerator<string> {
  let unpacked = 0
  return async function* unpack({ is_packed, from, bytes }) {
    const packed = new Blob([archive.subarray(from, from + bytes)]).stream()
    const plain = is_packed ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed
    const [reader, text] = [plain.getReader(), new TextDecoder()]
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        unpacked += value.length
        if (unpacked > max_unpacked) throw new Refused('large')
        yield text.decode(value, { stream: true })
      }
      yield text.decode()
    } catch (error) {
      throw error instanceof Refused ? error : new Refused('damaged')
    } finally {
      // Not cancelled: little waits behind, and a stream of Node that ends after that throws.
      reader.releaseLock()
    }
  }
}
