/** Locks the data folder: it belongs to one running server at a time, whose user may read and write it. */
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isNoSpace } from './disk-space.ts'
import { noSpace, spendReserveToStart } from './disk-reserve.ts'

/**
 * Creates the folder (mode 0700) and locks it. Returns the function that releases it. Throws an Error with
 * one sentence.
 */
export function lockDataFolder(folder: string): () => void {
  const file = join(folder, 'server.lock')
  try {
    makeFolder(folder)
    needKinds(folder)
    needAccess(folder)
    spendReserveToStart(folder)
    if (!tryLock(file)) {
      const holder = readFileSync(file, 'utf8')
      if (isAlive(holder))
        throw new Error(
          `The data folder ${folder} is in use by another running server (process ${holder.split(' ')[0]}).`,
        )
      rmSync(file, { force: true })
      if (!tryLock(file)) throw new Error(`The data folder ${folder} has just been taken by another server.`)
    }
  } catch (error) {
    if (isNoSpace(error)) throw noSpace(folder)
    if (error instanceof Error && 'code' in error)
      throw new Error(
        `The data folder ${folder} cannot be written (${String(error.code)}). ` +
          `Set PARKING_DATA to a folder of your own, or ${giveBack(folder)}`,
      )
    throw error
  }
  return () => rmSync(file, { force: true })
}

const folders = ['media', 'acts', 'snapshots', 'tls', 'models', 'support', 'spool', 'root']
const files = ['server.lock', 'analysis.sock', 'reserve', 'health.json']

/** Throws an Error with one sentence if something else is in the place of a folder or of a start's file. */
function needKinds(folder: string): void {
  for (const path of folders.map((name) => join(folder, name)))
    if (isThere(path) && !isFolder(path))
      throw new Error(
        `${path} is not a folder, or a link to none, so what was in it cannot be read. ` +
          `Nothing was changed. Put the folder back; or, to go on without it: mv '${path}' '${path}.damaged'`,
      )
  for (const path of files.map((name) => join(folder, name)))
    if (isThere(path) && (isFolder(path) || lstatSync(path).isSymbolicLink()))
      throw new Error(`${path} is not the file that the server makes. Remove it: rm -r '${path}'`)
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** What the server reads and writes at the top of the folder; other names (`lost+found`) are not its own. */
const own_file =
  /^((parking|audit|proof)\.db(-(wal|shm))?|\w+\.key(\.copy)?|[a-z-]+\.json|reserve|server\.lock)$/
/** Below it the files of these two, and of the others the folders alone, down to the days of pictures. */
const listed_whole = ['snapshots', 'tls']
const deepest = 3

/**
 * Throws an Error with one sentence if the server's user may not read or write a file: after a copy by root,
 * an intact database would be taken for a damaged one, and no picture would be stored.
 */
function needAccess(folder: string): void {
  const names = readdirSync(folder).filter((name) => own_file.test(name))
  const below = folders.flatMap((name) => [name, ...within(folder, name, listed_whole.includes(name))])
  const closed = [...names, ...below].filter((name) => mayNot(join(folder, name)))
  if (closed.length === 0) return
  const [first, ...more] = closed.map((name) => join(folder, name)) as [string, ...string[]]
  throw new Error(
    `The server may not read and write ${first} (${mayNot(first)})` +
      `${more.length > 0 ? ` and ${more.length} more` : ''}: it belongs to another user, or its mode was ` +
      `changed. That is no damage, and nothing was changed. To go on, ${giveBack(folder)}`,
  )
}

const giveBack = (folder: string): string =>
  `give it back as root: chown -R ${process.getuid?.()} '${folder}' && chmod -R u+rwX '${folder}'`

function within(folder: string, at: string, with_files: boolean, depth = deepest): string[] {
  if (depth === 0) return []
  try {
    return readdirSync(join(folder, at), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || (with_files && entry.isFile()))
      .flatMap((entry) => {
        const path = join(at, entry.name)
        return [path, ...(entry.isDirectory() ? within(folder, path, with_files, depth - 1) : [])]
      })
  } catch {
    return [] // the folder itself is named
  }
}

/** The code of the error, if the server's user may not read or write a path that exists. */
function mayNot(path: string): string | undefined {
  try {
    const { R_OK, W_OK, X_OK } = constants
    accessSync(path, R_OK | W_OK | (statSync(path).isDirectory() ? X_OK : 0))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return code
  }
  return undefined
}

/** Also true for a link to a folder, such as one on another disk. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Not `recursive`: Node would retry forever on a file system that answers "no such file", as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** After a reboot another process may have the same id, so its start time is compared too. */
function isAlive(holder: string): boolean {
  const [pid = '', start = ''] = holder.split(' ')
  if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return startOf(Number(pid)) === start
}

/** When a process started, in ticks since boot, with the boot id; empty if there is no /proc. */
function startOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`
  } catch {
    return ''
  }
}
