/**
 * A zip file streamed to the disk, so that a bundle is never
 * in memory whole. Other work runs between the pieces.
 */
import { open } from 'node:fs/promises'
import { Zip, ZipDeflate } from 'fflate'

export type ZipWriter = {
  /** Starts a file of the archive; the previous one has ended. */
  begin(name: string): void
  /** Adds text to it. Answers its number of bytes. */
  put(text: string): Promise<number>
  end(): Promise<void>
  /** Ends the archive; answers its bytes. Rejects where a write failed. */
  close(): Promise<number>
  /** Closes the file, whatever it holds. */
  abandon(): Promise<void>
}

export async function openZip(file: string, now: number): Promise<ZipWriter> {
  const handle = await open(file, 'wx', 0o600)
  const packed: Uint8Array[] = []
  let failure: Error | null = null
  let bytes = 0
  let entry: ZipDeflate | undefined
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else packed.push(chunk)
  })

  async function drain(): Promise<void> {
    if (failure) throw failure
    for (const chunk of packed.splice(0)) {
      await handle.writeFile(chunk) // continues where the last one ended, and writes all of it
      bytes += chunk.length
    }
    await new Promise(setImmediate)
  }

  return {
    begin(name) {
      entry = new ZipDeflate(name, { level: 6 })
      entry.mtime = now
      entry.attrs = 0o600 << 16
      entry.os = 3
      zip.add(entry)
    },
    async put(text) {
      const content = Buffer.from(text)
      entry?.push(content)
      await drain()
      return content.length
    },
    async end() {
      entry?.push(new Uint8Array(0), true)
      await drain()
    },
    async close() {
      zip.end()
      await drain()
      await handle.sync()
      await handle.close()
      return bytes
    },
    abandon: () => handle.close().catch(() => undefined),
  }
}
