/** Reads a stored picture or clip for an archive that names the files it could not read. */
import { DamagedFile, piece_bytes } from './sealed-format.ts'
import type { SealedFolder } from './sealed-folder.ts'

/**
 * The pieces of a file whose size was checked before. They stop if it was replaced by a longer one, and early
 * if it cannot be read to its end: its hash then shows that it is damaged.
 */
export async function openPieces(
  files: Pick<SealedFolder, 'open'>,
  { path, bytes }: { path: string; bytes: number },
): Promise<AsyncIterable<Buffer> | 'missing' | 'damaged'> {
  try {
    const file = await files.open(path)
    return atMost(bytes + piece_bytes, await file.stream())
  } catch (error) {
    return error instanceof DamagedFile ? 'damaged' : 'missing'
  }
}

async function* atMost(max_bytes: number, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const piece of pieces) {
      if ((bytes += piece.length) > max_bytes) return
      yield piece
    }
  } catch {
    // Its hash shows that it is damaged.
  }
}
