/** The folder of a snapshot: its files, its description, and whether they belong together. */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, lstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { readState, writeState } from '#src/core/sealed/state-file.ts'

export const snapshotFolder = (folder: string, name: string): string => join(folder, 'snapshots', name)

/** The description of a snapshot, `snapshot.json`. Every other file is compared with it. */
export type About = {
  /** The name of its folder: two exchanged snapshots are noticed. */
  name: string
  why: string
  create_ms: number
  database: { bytes: number; sha256: string }
  key_sha256: string
  /** SHA-256 of the device's `media.key`, which its pictures need; empty if there was none. */
  media_key_sha256: string
}

const parts = /^([a-z-]+)-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})(-\d+)?$/
export const isSnapshotName = (name: string): boolean => parts.test(name)

/**
 * The database is put in place last, by one rename, and the description right before it. `half`: it was never
 * finished. Snapshots are deleted by a rename, so a missing file otherwise means damage.
 */
export function isHalf(folder: string, name: string): boolean {
  const at = snapshotFolder(folder, name)
  if (existsSync(join(at, 'parking.db'))) return false
  return !existsSync(join(at, 'snapshot.json')) || existsSync(join(at, 'parking.db.part'))
}

/** Whether a snapshot of this name exists, damaged or not. */
export const snapshotExists = (folder: string, name: string): boolean =>
  isSnapshotName(name) && existsSync(snapshotFolder(folder, name)) && !isHalf(folder, name)

/** The description; undefined if it is damaged or belongs to another snapshot. */
export function readAbout(folder: string, name: string): About | undefined {
  const found = readState<About>(join(snapshotFolder(folder, name), 'snapshot.json'))
  return found.state === 'whole' && found.value.name === name ? found.value : undefined
}

/** Describes a snapshot whose key is in place and whose database still is at `database`, closed. */
export function writeAbout(
  folder: string,
  { name, why, create_ms }: Pick<About, 'name' | 'why' | 'create_ms'>,
  database: string,
): void {
  const at = snapshotFolder(folder, name)
  const media_key = join(folder, 'media.key')
  writeState(join(at, 'snapshot.json'), {
    name,
    why,
    create_ms,
    database: { bytes: lstatSync(database).size, sha256: fileHash(database) },
    key_sha256: fileHash(join(at, 'secret.key')),
    media_key_sha256: existsSync(media_key) ? fileHash(media_key) : '',
  } satisfies About)
}

/** Whether the pictures and evidence of a snapshot need another `media.key` than that of the folder. */
export function isForeign(folder: string, name: string): boolean {
  const own = existsSync(join(folder, 'media.key')) ? fileHash(join(folder, 'media.key')) : ''
  return readAbout(folder, name)?.media_key_sha256 !== own
}

/** What the name alone says: reason and time, in the zone of the device. */
export function aboutOfName(name: string): Pick<About, 'why' | 'create_ms'> {
  const [, why = '', ...numbers] = parts.exec(name) ?? []
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = numbers.slice(0, 6).map(Number)
  const create_ms = new Date(year, month - 1, day, hour, minute, second).getTime()
  return { why: why.replaceAll('-', '_'), create_ms }
}

/**
 * The name of the first file that is plainly not what the description says, without reading the database;
 * undefined if there is none.
 */
export function plainDamage(folder: string, name: string): string | undefined {
  const at = snapshotFolder(folder, name)
  const about = readAbout(folder, name)
  if (!about) return 'snapshot.json'
  try {
    if (fileHash(join(at, 'secret.key')) !== about.key_sha256) return 'secret.key'
  } catch {
    return 'secret.key'
  }
  const found = lstatSync(join(at, 'parking.db'), { throwIfNoEntry: false })
  return found?.isFile() && found.size === about.database.bytes ? undefined : 'parking.db'
}

/** SHA-256 of a file. Blocks while it reads. Throws the file system's error. */
export function fileHash(file: string): string {
  const small = lstatSync(file).size <= 65_536
  if (small) return createHash('sha256').update(readFileSync(file)).digest('hex')
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(1 << 20)
  const handle = openSync(file, 'r')
  try {
    for (let bytes; (bytes = readSync(handle, piece, 0, piece.length, null)) > 0;)
      hash.update(piece.subarray(0, bytes))
    return hash.digest('hex')
  } finally {
    closeSync(handle)
  }
}

/**
 * Snapshots made before a mode switch, an import, an update or work on many cameras hold only the
 * configuration: restoring one keeps the current events.
 */
export const holdsNoEvents = (name: string): boolean => /^(business-mode|import|update|cameras)-/.test(name)
