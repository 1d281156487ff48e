/**
 * Streams an encrypted zip file to the disk, so that a bundle is never entirely in memory. Other work runs
 * between the pieces.
 */
import type { ZipDeflate } from 'fflate'
import type { SealedFolder } from '#src/core/sealed/sealed-folder.ts'

export type ZipWriter = {
  /** Starts a file of the archive. The previous file must have been ended. */
  begin(name: string): void
  /** Adds text to the file. Returns its number of bytes. */
  put(text: string): Promise<number>
  end(): Promise<void>
  /** Completes the archive and returns its size in bytes. Rejects if a write failed. */
  close(): Promise<number>
  /** Closes and removes the archive. */
  abandon(): Promise<void>
}

export async function openZip(files: SealedFolder, name: string, now: number): Promise<ZipWriter> {
  const { Zip, ZipDeflate } = await import('fflate')
  const file = await files.create(name, name)
  const packed: Uint8Array[] = []
  let failure: Error | null = null
  let entry: ZipDeflate | undefined
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else packed.push(chunk)
  })

  async function drain(): Promise<void> {
    if (failure) throw failure
    for (const chunk of packed.splice(0)) await file.write(chunk)
    await new Promise(setImmediate)
  }

  return {
    begin(entry_name) {
      entry = new ZipDeflate(entry_name, { level: 6 })
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
      return file.finish()
    },
    abandon: () => file.abandon(),
  }
}
