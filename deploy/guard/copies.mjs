/**
 * The copy of what a new version may change: the databases and the small files of the data folder. Pictures
 * are never changed by a migration and stay where they are.
 */
import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Not state: locks, sockets, what releases space on a full disk, and what is written at each start. The file
 * of the analysis program holds the events that are not acknowledged: it must never go back.
 */
const left_out = /^(server\.lock|reserve|health\.json|analysis-.*|.*\.sock|.*-shm|.*\.new|\.s.*)$/
/** Folders whose files belong to the copy. */
const folders = ['tls']

/** The files of a data folder that a copy holds, as paths below it. @param {string} data */
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
 * How many bytes are missing for a copy and for what a migration may write beside it; 0 if there is room.
 * @param {string} data @param {string} at
 */
export function missingSpace(data, at) {
  const size = filesToCopy(data).reduce((sum, file) => sum + statSync(join(data, file)).size, 0)
  const { bavail, bsize } = statfsSync(at)
  return Math.max(0, 2 * size + 32 * 1024 * 1024 - bavail * bsize)
}

/**
 * Copies the files of a stopped server. The copy has its name only when it is complete.
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
 * Puts a copy back. May be repeated, whatever was done before. Files that came since are removed: a `-wal`
 * of the newer database would be read into the older one.
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
