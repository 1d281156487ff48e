/**
 * A folder whose files are encrypted on the disk (docs/decisions/0049). Files of an earlier version are read
 * until they are encrypted too. Long because reading by range, whole and plain share one opened file.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  bodyOf,
  DamagedFile,
  fileKey,
  headBytes,
  isSealed,
  min_head_bytes,
  newFileKey,
  openPiece,
  piece_bytes,
  sealPiece,
  sealed_piece_bytes,
  type Algorithm,
  type FileKey,
  type NewFileKey,
} from './sealed-format.ts'
import { SealedWriter } from './sealed-writer.ts'

export type OpenedFile = {
  /** Plain bytes. */
  readonly size: number
  readonly mtime_ms: number
  /** False for a file of an earlier version. */
  readonly sealed: boolean
  /**
   * The plain bytes from `start` to `end` (exclusive). The first piece is read at once: damage there rejects
   * with DamagedFile, later damage fails the stream. The file is closed when the stream ends.
   */
  stream(start?: number, end?: number): Promise<Readable>
  /** At most the first `bytes`; does not close the file. */
  start(bytes: number): Promise<Buffer>
  close(): Promise<void>
}

/** Up to this size, reading a file on this thread is faster than asking another thread to read it. */
const read_now_bytes = 256 * 1024
/** Larger files are read piece by piece. */
const one_read_bytes = 16 * 1024 * 1024

type Where = {
  folder: string
  master: Buffer
  algorithm: Algorithm
  purpose: string
  /**
   * Whether files of an earlier version may still be plain. After that, a plain file was planted and counts
   * as damaged.
   */
  may_be_plain: () => boolean
}

export class SealedFolder {
  readonly folder: string
  readonly #where: Where
  /** The buffer into which a small file is read before its content is decrypted into another one. */
  #stored: Buffer | undefined

  /** `purpose` separates the folders of one key: a file of one is damaged in another. */
  constructor(where: Where) {
    this.folder = where.folder
    this.#where = where
  }

  /** The plain content of a file. Throws the file system's error, or DamagedFile. */
  async read(path: string): Promise<Buffer> {
    return (await this.whole(path)).content
  }

  /**
   * Like `read`, for a file that was written recently: a small one is read on this thread, which costs a
   * seventh of the time but blocks for some milliseconds if the disk is slow.
   */
  async readNow(path: string): Promise<Buffer> {
    const file = openSync(join(this.folder, path), constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const found = fstatSync(file)
      if (found.isFile() && found.size <= read_now_bytes) {
        const buffer = (this.#stored ??= Buffer.allocUnsafeSlow(read_now_bytes))
        const stored = buffer.subarray(0, readSync(file, buffer, 0, found.size, 0))
        return this.#opened(isSealed(stored) ? stored : Buffer.from(stored), path)
      }
    } finally {
      closeSync(file)
    }
    return this.read(path)
  }

  /** Like `read`, with the time of the last change. */
  async whole(path: string): Promise<{ content: Buffer; mtime_ms: number }> {
    const handle = await open(join(this.folder, path))
    try {
      const found = await handle.stat()
      if (!found.isFile()) throw new DamagedFile('It is not a file')
      if (found.size <= one_read_bytes)
        return { content: this.#opened(await readAt(handle, 0, found.size), path), mtime_ms: found.mtimeMs }
    } finally {
      await handle.close()
    }
    const file = await this.open(path)
    const content = Buffer.concat((await (await file.stream()).toArray()) as Buffer[])
    return { content, mtime_ms: file.mtime_ms }
  }

  /** The plain bytes of a whole file that was read at once: a picture costs one read instead of three. */
  #opened(stored: Buffer, path: string): Buffer {
    if (!isSealed(stored)) return this.#plain(stored)
    const head_bytes = headBytes(stored)
    const key = fileKey(this.#where.master, stored.subarray(0, head_bytes), this.#nameOf(path))
    const body = stored.subarray(head_bytes)
    const { pieces } = bodyOf(body.length)
    const parts = Array.from({ length: pieces }, (_, n) =>
      openPiece(
        key,
        n,
        n === pieces - 1,
        body.subarray(n * sealed_piece_bytes, (n + 1) * sealed_piece_bytes),
      ),
    )
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }

  #plain<T>(file: T): T {
    if (!this.#where.may_be_plain()) throw new DamagedFile('It is not encrypted, as every stored file is')
    return file
  }

  /** The number of plain bytes in a file. Throws as `read` does. */
  async sizeOf(path: string): Promise<number> {
    const file = await this.open(path)
    await file.close()
    return file.size
  }

  /**
   * Opens a file for reading. Throws the file system's error, or DamagedFile if it was not stored under this
   * path.
   */
  async open(path: string): Promise<OpenedFile> {
    const handle = await open(join(this.folder, path))
    try {
      const file = await opened(handle, this.#where.master, this.#nameOf(path))
      return file.sealed ? file : this.#plain(file)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** The bytes to write for a file with these paths. For pictures only: a clip is written piece by piece. */
  seal(content: Uint8Array, ...paths: readonly string[]): Buffer[] {
    const key = this.#newKey(paths)
    const pieces = Math.max(1, Math.ceil(content.byteLength / piece_bytes))
    const parts = [key.head_with_names]
    for (let n = 0; n < pieces; n++)
      parts.push(
        ...sealPiece(key, n, n === pieces - 1, content.subarray(n * piece_bytes, (n + 1) * piece_bytes)),
      )
    return parts
  }

  /** Creates a file that is written piece by piece; see SealedWriter. */
  create(file: string, ...paths: readonly string[]): Promise<SealedWriter> {
    return SealedWriter.open(join(this.folder, file), this.#newKey(paths))
  }

  /**
   * Writes a file that appears under its path only when it is complete; the folder must exist. `forced`: also
   * forces its content to disk.
   */
  async write(path: string, content: Uint8Array, { forced }: { forced: boolean }): Promise<void> {
    const file = join(this.folder, path)
    const half = `${file}.${process.hrtime.bigint()}.part`
    try {
      const handle = await open(half, 'wx', 0o600)
      try {
        await writeParts(handle, this.seal(content, path))
        if (forced) await handle.datasync()
      } finally {
        await handle.close()
      }
      await rename(half, file)
    } catch (error) {
      await rm(half, { force: true })
      throw error
    }
  }

  #newKey(paths: readonly string[]): NewFileKey {
    const { master, algorithm } = this.#where
    return newFileKey(
      master,
      paths.map((path) => this.#nameOf(path)),
      algorithm,
    )
  }

  #nameOf(path: string): string {
    return `${this.#where.purpose}\n${path}`
  }
}

/** Writes all parts from the current position on. */
export async function writeParts(handle: FileHandle, parts: readonly Buffer[]): Promise<void> {
  const { bytesWritten } = await handle.writev(parts)
  const all = Buffer.concat(bytesWritten === sizeOf(parts) ? [] : parts).subarray(bytesWritten)
  if (all.length > 0) await handle.writeFile(all)
}
const sizeOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0)

async function opened(handle: FileHandle, master: Buffer, name: string): Promise<OpenedFile> {
  const found = await handle.stat()
  if (!found.isFile()) throw new DamagedFile('It is not a file')
  const start = await readAt(handle, 0, min_head_bytes)
  const common = { mtime_ms: found.mtimeMs, close: () => handle.close() }
  if (!isSealed(start)) return { ...common, sealed: false, ...readerOf(found.size, plainPieces(handle)) }
  const head = await readAt(handle, 0, headBytes(start))
  const key = fileKey(master, head, name)
  const { size, pieces } = bodyOf(found.size - head.length)
  return { ...common, sealed: true, ...readerOf(size, sealedPieces(key, pieces)) }

  function sealedPieces(of: FileKey, count: number) {
    return async (n: number): Promise<Buffer> =>
      openPiece(
        of,
        n,
        n === count - 1,
        await readAt(handle, head.length + n * sealed_piece_bytes, sealed_piece_bytes),
      )
  }

  function readerOf(size_of: number, pieceAt: (n: number) => Promise<Buffer>) {
    return {
      size: size_of,
      async stream(from = 0, to = size_of): Promise<Readable> {
        try {
          return streamOf(await pieceAt(Math.floor(from / piece_bytes)), from, Math.min(to, size_of))
        } catch (error) {
          await handle.close()
          throw error
        }
      },
      start: async (bytes: number) => (await pieceAt(0)).subarray(0, bytes),
    }

    /** Not a generator: one that is never read would never close the file. */
    function streamOf(first: Buffer, from: number, end: number): Readable {
      let n = Math.floor(from / piece_bytes)
      let ready: Buffer | undefined = first
      const next = async (): Promise<Buffer | null> => {
        if (n * piece_bytes >= end) return null
        const piece = ready ?? (await pieceAt(n))
        ready = undefined
        const begin = n++ * piece_bytes
        return piece.subarray(Math.max(0, from - begin), end - begin)
      }
      return new Readable({
        read() {
          next().then(
            (piece) => this.push(piece),
            (error: unknown) => this.destroy(error instanceof Error ? error : undefined),
          )
        },
        destroy(error, done) {
          handle.close().then(
            () => done(error),
            () => done(error),
          )
        },
      })
    }
  }
}

const plainPieces = (handle: FileHandle) => (n: number) => readAt(handle, n * piece_bytes, piece_bytes)

/** Returns fewer bytes at the end of the file. */
async function readAt(handle: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes)
  let done = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, done, bytes - done, at + done)
    done += bytesRead
    if (bytesRead === 0 || done === bytes) return buffer.subarray(0, done)
  }
}
