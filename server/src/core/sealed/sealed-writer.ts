/** Writes a sealed file piece by piece, so that a clip or an archive is never held in memory as a whole. */
import { open, rm, type FileHandle } from 'node:fs/promises'
import { piece_bytes, sealPiece, type NewFileKey } from './sealed-format.ts'

export class SealedWriter {
  readonly #file: string
  readonly #handle: FileHandle
  readonly #key: NewFileKey
  #waiting: Buffer = Buffer.alloc(0)
  #n = 0
  #plain_bytes = 0

  private constructor(file: string, handle: FileHandle, key: NewFileKey) {
    this.#file = file
    this.#handle = handle
    this.#key = key
  }

  /** Rejects with the file system's error, also if the file already exists. */
  static async open(file: string, key: NewFileKey): Promise<SealedWriter> {
    const writer = new SealedWriter(file, await open(file, 'wx', 0o600), key)
    try {
      await writer.#handle.writeFile(key.head_with_names)
      return writer
    } catch (error) {
      await writer.abandon()
      throw error
    }
  }

  /** The last piece is kept back, because it is marked as the last. */
  async write(plain: Uint8Array): Promise<void> {
    this.#plain_bytes += plain.byteLength
    this.#waiting = Buffer.concat([this.#waiting, plain])
    while (this.#waiting.length > piece_bytes) {
      await this.#put(this.#waiting.subarray(0, piece_bytes), false)
      this.#waiting = this.#waiting.subarray(piece_bytes)
    }
  }

  /** Forces the file to disk and closes it. Returns the number of plain bytes. */
  async finish(): Promise<number> {
    await this.#put(this.#waiting, true)
    await this.#handle.datasync()
    await this.#handle.close()
    return this.#plain_bytes
  }

  /** Closes and removes the file, whatever its state. */
  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => undefined)
    await rm(this.#file, { force: true })
  }

  async #put(plain: Uint8Array, last: boolean): Promise<void> {
    // Continues where the last one ended, and writes all of it.
    for (const part of sealPiece(this.#key, this.#n++, last, plain)) await this.#handle.writeFile(part)
  }
}
