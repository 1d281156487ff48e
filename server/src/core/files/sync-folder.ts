/** Forces to disk which files a folder holds. */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

export function syncFolderOf(path: string): void {
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
