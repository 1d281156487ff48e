/** The content of a picture on the device's disk, decrypted with the device's key. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openMediaKey } from '@parking/server/core/sealed/media-key.ts'
import {
  bodyOf,
  fileKey,
  headBytes,
  isSealed,
  openPiece,
  sealed_piece_bytes,
} from '@parking/server/core/sealed/sealed-format.ts'

/** Throws the file system's error, or DamagedFile. A picture that is not encrypted is damaged here. */
export function storedPicture(data: string, path: string): Buffer {
  const file = readFileSync(join(data, 'media', path))
  if (!isSealed(file)) throw new Error(`The picture ${path} is not encrypted`)
  const begin = headBytes(file)
  const key = fileKey(openMediaKey(data), file.subarray(0, begin), `media\n${path}`)
  const { pieces } = bodyOf(file.length - begin)
  return Buffer.concat(
    Array.from({ length: pieces }, (_, n) => {
      const at = begin + n * sealed_piece_bytes
      return openPiece(key, n, n === pieces - 1, file.subarray(at, at + sealed_piece_bytes))
    }),
  )
}
