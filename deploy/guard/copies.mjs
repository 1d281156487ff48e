/**
 * Copies the files that a new version may change: the databases and the small files of the data folder. A
 * migration never changes pictures, so they are not copied.
 */
import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Files that are not state: locks, sockets, the reserve that frees space on a full disk, and files written at
 * each start. The analysis program's file has the unacknowledged events and must never be rolled back.
 */
const left_out = /^(server\.lock|reserve|health\.json|analysis-.*|.*\.sock|.*-shm|.*\.new|\.s.*)$/
/** Folders whose files are part of the copy. */
const folders = ['tls']

/** The files of a data folder to copy, as paths relative to it. @param {string} data */
export function filesToCopy(data) {
  /** @param {string} folder */
  const filesOf = (folder) => {
    if (!existsSync(join(data, folder))) return []
    return readdirSync(join(data, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !left_out.test(entry.name))
      .map(({ name }) => (folder === '' ? name : `${folder}/${name}`))
  }
  return ['', ...folders].flatMap(filesOf).toSorted()
}

/**
 * Number of bytes missing for a copy and for the data that a migration may write; 0 if there is enough space.
 * @param {string} data @param {string} at
 */
export function missingSpace(data, at) {
  const size = filesToCopy(data).reduce((sum, file) => sum + statSync(join(data, file)).size, 0)
  const { bavail, bsize } = statfsSync(at)
  return Math.max(0, 2 * size + 32 * 1024 * 1024 - bavail * bsize)
}

/**
 * Copies the files of a stopped server. The copy gets its final name only when it is complete.
 * @param {import('./disk.mjs').Disk} disk @param {string} data @param {string} to
 */
export function takeCopy(disk, data, to) {
  disk.remove(`${to}.partial`)
  disk.makeFolder(`${to}.partial`)
  const files = filesToCopy(data)
  for (const folder of folders)
    if (files.some((file) => file.startsWith(`${folder}/`))) disk.makeFolder(`${to}.partial/${folder}`)
  for (const file of files) disk.copy(join(data, file), join(`${to}.partial`, file))
  disk.remove(to)
  disk.rename(`${to}.partial`, to)
}

/**
 * Restores a copy. May be repeated at any point. Removes files created since the copy, because a `-wal` of
 * the newer database would be read into the older one.
 * @param {import('./disk.mjs').Disk} disk @param {string} copy @param {string} data
 */
export function putBack(disk, copy, data) {
  const kept = new Set(filesToCopy(copy))
  for (const file of filesToCopy(data)) if (!kept.has(file)) disk.remove(join(data, file))
  for (const file of kept) {
    if (file.endsWith('.db')) disk.remove(join(data, `${file}-shm`))
    disk.copy(join(copy, file), join(data, file))
  }
}
