/** A zip file written while it is packed, so that a bundle never lies in the memory whole. Between pieces the others have their turn. */
import { open } from 'node:fs/promises'
import { Zip, ZipDeflate } from 'fflate'

export type ZipWriter = {
  /** Begins a file of the archive; the one before has ended. */
  begin(name: string): void
  /** Adds text to it. Answers how many bytes that were. */
  put(text: string): Promise<number>
  end(): Promise<void>
  /** Ends the archive; answers its bytes. Rejects where anything could not be written. */
  close(): Promise<number>
  /** Lets go of the file, whatever is in it. */
  abandon(): Promise<void>
}

export async function openZip(file: string, now: number): Promise<ZipWriter> {
  const handle = await open(file, 'wx', 0o600)
  const packed: Uint8Array[] = []
  let trouble: Error | null = null
  let bytes = 0
  let entry: ZipDeflate | undefined
  const zip = new Zip((error, chunk) => {
    if (error) trouble = error
    else packed.push(chunk)
  })

  async function drain(): Promise<void> {
    if (trouble) throw trouble
    for (const chunk of packed.splice(0)) {
      await handle.writeFile(chunk) // goes on where the last one ended, and writes all of it
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
