/** The small file system that the device runs on, and a file that fills it. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type SmallDisk = {
  folder: string
  /** Why the disk cannot be filled; undefined if it can. */
  unfillable_reason: string | undefined
  /** Writes until nothing more fits. */
  fill(): void
  /** Frees the space again. */
  clear(): void
}

const block = Buffer.alloc(1024 * 1024)

export function openSmallDisk(folder: string, unfillable_reason: string | undefined): SmallDisk {
  const ballast = join(folder, 'ballast')
  return {
    folder,
    unfillable_reason,
    fill() {
      const file = openSync(ballast, 'a')
      try {
        for (let piece = block; piece.length >= 1;) {
          try {
            if (writeSync(file, piece) < piece.length) piece = piece.subarray(0, piece.length >> 1)
          } catch (error) {
            if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
            piece = piece.subarray(0, piece.length >> 1)
          }
        }
      } finally {
        closeSync(file)
      }
    },
    clear: () => rmSync(ballast, { force: true }),
  }
}
