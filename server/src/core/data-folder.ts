/** The data folder belongs to one running server at a time. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Makes the folder (mode 0700) and takes it. Answers how to give it back. Throws an Error with a sentence. */
export function takeDataFolder(folder: string): () => void {
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
        `The data folder ${folder} cannot be written (${String(error.code)}). Set PARKING_DATA to a folder of your own.`,
      )
    throw error
  }
  return () => rmSync(file, { force: true })
}

/** Not `recursive`: on a file system that refuses with "no such file", as /proc does, Node would try for ever. */
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

/** A number alone may be another process after a restart of the box: its start counts too. */
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

/** When a process was started, in ticks since the box was, with the box's own start; empty where /proc is not. */
function startOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`
  } catch {
    return ''
  }
}
