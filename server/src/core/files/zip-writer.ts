/**
 * Writes a ZIP archive piece by piece. What it yields must be written before the next piece is asked for, so
 * that only one piece of a file is in memory.
 */
import { createHash } from 'node:crypto'
import type { Zip } from 'fflate'

export type ZipWriter = {
  /** Adds a file, and returns its size and its hash. */
  file: (
    name: string,
    pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    options?: FileOptions,
  ) => AsyncGenerator<Uint8Array, WrittenFile>
  /** The end of the archive. */
  end: () => Uint8Array[]
}
export type WrittenFile = { bytes: number; sha256: string }
/** Files are stored unless `deflate` is set. `mode`: their permissions on Unix. */
type FileOptions = { deflate?: boolean; mode?: number }

/** The number of the system whose permissions an entry has. */
const unix = 3

/** Opens an archive whose files have this time. */
export async function openZip(time_ms: number): Promise<ZipWriter> {
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate')
  const packed: Uint8Array[] = []
  let failure: Error | null = null
  const zip: Zip = new Zip((error, chunk) => {
    if (error) failure = error
    else packed.push(chunk)
  })
  const take = (): Uint8Array[] => {
    if (failure) throw failure
    return packed.splice(0)
  }
  return {
    async *file(name, pieces, { deflate = false, mode } = {}) {
      const entry = deflate ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
      entry.mtime = time_ms
      if (mode !== undefined) [entry.os, entry.attrs] = [unix, mode << 16]
      zip.add(entry)
      const hash = createHash('sha256')
      let bytes = 0
      for await (const piece of pieces) {
        hash.update(piece)
        bytes += piece.length
        entry.push(piece)
        yield* take()
      }
      entry.push(new Uint8Array(0), true)
      yield* take()
      return { bytes, sha256: hash.digest('hex') }
    },
    end() {
      zip.end()
      return take()
    },
  }
}
