/** Locks the data folder: it belongs to one running server at a time. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Creates the folder (mode 0700) and locks it. Returns the function that releases it. Throws an Error with
 * one sentence.
 */
export function lockDataFolder(folder: string): () => void {
  const file = join(folder, 'server.lock')
  try {
    makeFolder(folder)
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
    if (error instanceof Error && 'code' in error)
      throw new Error(
        `The data folder ${folder} cannot be written (${String(error.code)}). ` +
          'Set PARKING_DATA to a folder of your own.',
      )
    throw error
  }
  return () => rmSync(file, { force: true })
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
