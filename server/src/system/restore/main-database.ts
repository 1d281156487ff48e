/**
 * Whether the main database may be opened: a start stops with one sentence if it is damaged, or missing
 * beside older data, and never begins as a new device there (docs/data-folder.md).
 */
import { lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFaultIn, databaseVersion, readDatabase } from '#src/core/db.ts'
import { holdsNoEvents, isForeign } from './snapshot-folder.ts'
import { listSnapshots } from './snapshot.ts'

/** What only a device that has run leaves in its data folder. */
const traces = ['audit.db', 'proof.db', 'secret.key', 'media.key', 'device.key', 'media', 'snapshots', 'acts']

/** Throws an Error with one sentence that names the file, what is intact, and the command that repairs it. */
export function needMainDatabase(folder: string): void {
  const fault = faultOf(folder)
  if (fault !== undefined) throw new Error(sentenceAbout(folder, fault))
}

/** For a main database that can be read but belongs to another device, as the audit chain shows. */
export const otherMainDatabase = (folder: string): Error =>
  new Error(sentenceAbout(folder, 'is empty, although the audit chain has rows'))

function faultOf(folder: string): string | undefined {
  const file = join(folder, 'parking.db')
  const old = traces.some((name) => holdsData(join(folder, name)))
  try {
    if (!lstatSync(file, { throwIfNoEntry: false })) return old ? 'is missing' : undefined
    const found = statSync(file)
    if (!found.isFile()) return 'is damaged (it is not a file)'
    if (found.size === 0) return old ? 'is empty' : undefined
    for (const side of ['-wal', '-shm'])
      if (lstatSync(`${file}${side}`, { throwIfNoEntry: false })?.isFile() === false)
        return `cannot be opened (parking.db${side} is not a file)`
  } catch (error) {
    const said = error instanceof Error && 'code' in error ? error.code : error
    return `cannot be read (${String(said)})`
  }
  const fault = databaseFaultIn(file)
  if (fault !== undefined) return `is damaged (${fault})`
  const db = readDatabase(file)
  try {
    return old && databaseVersion(db).migration === 0 ? 'is empty' : undefined
  } finally {
    db.close()
  }
}

function holdsData(path: string): boolean {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    return found !== undefined && (!found.isDirectory() || readdirSync(path).length > 0)
  } catch {
    return true
  }
}

function sentenceAbout(folder: string, fault: string): string {
  const sound = traces.filter(
    (name) =>
      holdsData(join(folder, name)) &&
      name !== 'snapshots' &&
      !(name.endsWith('.db') && databaseFaultIn(join(folder, name)) !== undefined),
  )
  const [newest, ...more] = listSnapshots(folder).filter(
    ({ name, damaged }) => !damaged && !isForeign(folder, name),
  )
  const snapshot = newest
    ? `The newest of ${more.length + 1} snapshots is ${newest.name}, made ${newest.create_time_str}` +
      `${holdsNoEvents(newest.name) ? ', without events' : ''}. Bring it back with: `
    : 'There is no snapshot. Begin with an empty main database, and keep the rest, with: '
  return (
    `The main database ${fault}: ${join(folder, 'parking.db')}, which holds settings, users, cameras, ` +
    `events and the log. Nothing was changed; intact beside it: ${sound.join(', ') || 'nothing'}. ` +
    snapshot +
    `${commandFor(folder)} bring-back ${newest?.name ?? 'none'}`
  )
}

/** The command of the package, or this program in a checkout. */
const commandFor = (folder: string): string =>
  process.argv[1]?.startsWith('/usr/lib/parking-edge/')
    ? 'parking-edge'
    : `PARKING_DATA='${folder}' ${process.execPath} ${process.argv[1] ?? 'main.js'}`
